import { strToU8, unzipSync, type Zippable, zipSync } from 'fflate';

/** A ZIP archive of texts and bytes by name. */
export function zip(members: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const files: Zippable = {};
  for (const [name, content] of Object.entries(members)) {
    files[name] = typeof content === 'string' ? strToU8(content) : content;
  }
  return zipSync(files);
}

/** The same archive without compression: what is changed in its bytes is changed in its members. */
export function stored(archive: Uint8Array): Uint8Array {
  return zipSync(unzipSync(archive), { level: 0 });
}
