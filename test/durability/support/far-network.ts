import { execFileSync } from 'node:child_process';

/** A network of its own behind a cable, from which one can vanish without a word. */
export interface FarNetwork extends Disposable {
  /** This machine's address, as the far end sees it. */
  readonly address: string;
  /** The command that runs `command` over there. */
  readonly inside: (command: readonly string[]) => readonly [string, ...string[]];
  /** From now on nothing over there hears us, and nothing is heard from there. */
  readonly vanish: () => void;
}

function ip(line: string): string {
  return execFileSync('ip', line.split(' '), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Why there can be no such network on this machine; undefined where there can. */
export function networkObstacle(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces are a part of Linux';
  if (process.getuid?.() !== 0) return 'only root makes network namespaces';
  const name = `knowql-try-${process.pid}`;
  try {
    ip(`netns add ${name}`);
    ip(`netns delete ${name}`);
    return undefined;
  } catch (error) {
    return `ip netns add: ${error instanceof Error ? error.message : String(error)}`;
  }
}

export function openFarNetwork(): FarNetwork {
  const name = `knowql-${process.pid}`;
  const [near, far] = [`kqn${process.pid}`, `kqf${process.pid}`];
  // Addresses that are set aside for tests between networks; four of them for each process.
  const block = (process.pid % 16_384) * 4;
  const host = (at: number) => `198.18.${(block + at) >> 8}.${(block + at) & 255}`;

  ip(`netns add ${name}`);
  try {
    ip(`link add ${near} type veth peer name ${far} netns ${name}`);
    ip(`addr add ${host(1)}/30 dev ${near}`);
    ip(`link set ${near} up`);
    ip(`-n ${name} addr add ${host(2)}/30 dev ${far}`);
    ip(`-n ${name} link set ${far} up`);
    ip(`-n ${name} link set lo up`);
    // Where it is stays known: what is sent to it is lost on the way, and nothing says so.
    const mac = /link\/ether (\S+)/.exec(ip(`-n ${name} link show ${far}`))?.[1];
    ip(`neigh replace ${host(2)} lladdr ${mac} dev ${near} nud permanent`);
  } catch (error) {
    ip(`netns delete ${name}`);
    throw error;
  }
  return {
    address: host(1),
    inside: (command) => ['ip', 'netns', 'exec', name, ...command],
    vanish: () => void ip(`-n ${name} addr flush dev ${far}`),
    // Its end of the cable goes with it, and with that ours.
    [Symbol.dispose]: () => void ip(`netns delete ${name}`),
  };
}
