/** How much is looked at after a line that may begin a message. */
const HEADER = 1_000;

/**
 * Messages of a mailbox. Each begins with a line `From sender date`, which its header follows: prose may begin a line
 * with that word too.
 */
export function* messagesOf(mailbox: Buffer): Generator<Uint8Array> {
  let start = 0;
  while (start < mailbox.length) {
    const body = mailbox.indexOf('\n', start) + 1;
    if (body === 0) return;
    const end = nextMessage(mailbox, body);
    yield mailbox.subarray(body, end);
    start = end;
  }
}

function nextMessage(mailbox: Buffer, from: number): number {
  for (let at = mailbox.indexOf('\nFrom ', from); at >= 0; at = mailbox.indexOf('\nFrom ', at + 1)) {
    const lines = mailbox.toString('latin1', at + 1, at + HEADER);
    if (/^From .*\r?\n[\w-]+:/.test(lines)) return at + 1;
  }
  return mailbox.length;
}
