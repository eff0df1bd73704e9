import { GatewayError } from '../errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../lib/json.ts';

/** The members of one object of a manifest. Each reader gives undefined for a member that is not there. */
export class ManifestMembers {
  readonly #path: string;
  readonly #given: JsonObject;

  /** @throws GatewayError `bad_request` for a member that is none of `known`. */
  constructor(path: string, given: JsonObject, known: readonly string[]) {
    this.#path = path;
    this.#given = given;
    const stranger = Object.keys(given).find((name) => !known.includes(name));
    if (stranger !== undefined) {
      refuseManifest(this.nameOf(stranger), `left out: ${path} has the members ${known.join(', ')}`);
    }
  }

  nameOf(member: string): string {
    return `${this.#path}.${member}`;
  }

  object(member: string, known: readonly string[]): ManifestMembers {
    const given = this.#member(member);
    const value = given === undefined ? {} : given;
    if (!isJsonObject(value)) refuseManifest(this.nameOf(member), 'an object');
    return new ManifestMembers(this.nameOf(member), value, known);
  }

  flag(member: string): boolean | undefined {
    const value = this.#member(member);
    if (value !== undefined && typeof value !== 'boolean') refuseManifest(this.nameOf(member), 'true or false');
    return value;
  }

  integer(
    member: string,
    { least, most, unit }: { readonly least: number; readonly most: number; readonly unit: string },
  ): number | undefined {
    const value = this.#member(member);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    return refuseManifest(this.nameOf(member), `a whole number of ${unit} from ${least} to ${most}`);
  }

  choice<C extends string>(member: string, choices: readonly C[]): C | undefined {
    const value = this.#member(member);
    return value === undefined ? undefined : oneOf(this.nameOf(member), value, choices);
  }

  /** Each choice once, in the order given. */
  choices<C extends string>(member: string, choices: readonly C[]): readonly C[] | undefined {
    const value = this.#member(member);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) refuseManifest(this.nameOf(member), `a list of ${choices.join(', ')}`);
    const named = (value as readonly JsonValue[]).map((each, at) =>
      oneOf(`${this.nameOf(member)}[${at}]`, each, choices),
    );
    return [...new Set(named)];
  }

  #member(member: string): JsonValue | undefined {
    return Object.hasOwn(this.#given, member) ? this.#given[member] : undefined;
  }
}

function oneOf<C extends string>(name: string, value: JsonValue, choices: readonly C[]): C {
  return choices.find((choice) => choice === value) ?? refuseManifest(name, `one of ${choices.join(', ')}`);
}

export function refuseManifest(field: string, must: string): never {
  throw new GatewayError('bad_request', `${field} must be ${must}.`, { field });
}
