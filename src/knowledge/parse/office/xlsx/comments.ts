import { oneLine } from '../../table-cells.ts';
import { descendantsNamed, textOf, type XmlElement } from '../../xml/xml-tree.ts';

/** What a part of comments says, one `cell: text` a line. */
export function commentLines(part: XmlElement, type: 'comments' | 'threadedComment'): readonly string[] {
  const name = type === 'comments' ? 'comment' : 'threadedComment';
  return [...descendantsNamed(part, name)].flatMap((comment) => {
    const text = oneLine(textOf(comment));
    // A threaded comment stands among the others too, for programs that do not know of threads.
    if (text === '' || text.startsWith('[Threaded comment]')) return [];
    return [`${comment.attributes['ref'] ?? ''}: ${text}`];
  });
}
