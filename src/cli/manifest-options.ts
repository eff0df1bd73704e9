import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { GatewayError } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../lib/json.ts';

export interface ManifestOptions {
  readonly manifest?: string;
  readonly chunking?: string;
  readonly chunkSize?: string;
  readonly chunkOverlap?: string;
}

/** Adds the options that say how a context's sources become knowledge. What they may be, the gateway says. */
export function withManifestOptions(command: Command): Command {
  return command
    .option('--manifest <file>', 'JSON file that says how sources are read; the options below win over it')
    .option('--chunking <strategy>', 'how texts are cut: headings (the default), sentences or fixed')
    .option('--chunk-size <words>', 'words of a chunk, 200 by default')
    .option('--chunk-overlap <words>', 'words that a chunk repeats of the one before, 0 by default');
}

/** The manifest that the options make; undefined without any of them. */
export async function readManifest(options: ManifestOptions): Promise<JsonObject | undefined> {
  const { manifest: file, chunking: strategy, chunkSize, chunkOverlap } = options;
  const given = file === undefined ? undefined : await readObject(file);
  const chunking = {
    ...(strategy === undefined ? {} : { strategy }),
    ...(chunkSize === undefined ? {} : { size: toNumber(chunkSize, '--chunk-size') }),
    ...(chunkOverlap === undefined ? {} : { overlap: toNumber(chunkOverlap, '--chunk-overlap') }),
  };
  if (Object.keys(chunking).length === 0) return given;
  const before = given?.['chunking'] ?? {};
  return { ...given, chunking: isJsonObject(before) ? { ...before, ...chunking } : before };
}

async function readObject(file: string): Promise<JsonObject> {
  const field = '--manifest';
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new GatewayError('bad_request', `cannot read ${file}`, { field, cause });
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new GatewayError('bad_request', `${file} is no JSON`, { field, cause });
  }
  if (isJsonObject(value)) return value;
  throw new GatewayError('bad_request', `${file} must hold a JSON object such as {"chunking": {"size": 300}}`, {
    field,
  });
}

function toNumber(text: string, field: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new GatewayError('bad_request', 'must be a whole number of words', { field });
}
