import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../src/knowledge/parse/html.ts';

describe('an HTML page', () => {
  it('is read as its content: without scripts, navigation and footer', () => {
    const { text } = parseHtml(
      `<html><head><title>T</title><style>b{}</style></head><body><nav>Home</nav><script>alert(1)</script>
       <p>The fee is <b>ten</b> percent.</p><footer>Imprint</footer><div hidden>Secret</div></body></html>`,
    );
    expect(text).toBe('The fee is ten percent.');
  });

  it('is its main part where that holds most of it', () => {
    expect(parseHtml('<body><div>Menu</div><main><h1>A</h1><p>Body.</p></main></body>').text).toBe('A\n\nBody.');
    const long = 'word '.repeat(50);
    expect(parseHtml(`<body><div>${long}</div><main>x</main></body>`).text).toContain('word word');
  });

  it('has no lists of links that are called navigation, and keeps what is not links', () => {
    const links = '<ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li></ul>';
    const page = `<div id="top-nav" class="navbar">${links}</div><div class="with-sidebar"><p>Body.</p></div>
      <div class="menu"><h2>Menu</h2><p>Soup of the day</p><a href="/">Wine</a></div><div class="sidebar">${links}</div><ul class="docnav"><li><a href="/3">Next</a></ul>`;
    expect(parseHtml(page).text).toBe('Body.\n\nMenu\n\nSoup of the day\n\nWine');
  });

  it('that was written as XML goes on after elements without content', () => {
    const page = parseHtml(
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x"/></head>
       <body><a id="p1"/><p>First<br/>line.</p><textarea rows="2"/><p>Last &amp; <![CDATA[1 < 2]]></p></body></html>`,
    );
    expect(page.text).toBe('First\nline.\n\nLast & 1 < 2');
    expect(parseHtml('<p>a<b/>c</p>').text).toBe('ac'); // as browsers read it: no XML, and nothing is lost
  });

  it('that is a program or a set of frames is what it says without them', () => {
    expect(parseHtml('<body><div id="root"></div><noscript><p>Turn on scripts.</p></noscript></body>').text).toBe(
      'Turn on scripts.',
    );
    const frames = '<frameset><frame src="a.html"><noframes><body><p>Go <a href="a.html">on</a>.</p></body></noframes>';
    expect(parseHtml(`<html><head><title>T</title></head>${frames}</frameset></html>`).text).toBe('Go on.');
  });

  it('may have more elements beside each other than a call has arguments', () => {
    expect(parseHtml(`${'a<br>'.repeat(200_000)}<p>end</p>`).text.endsWith('end')).toBe(true);
  });

  it('is shown whole when all of it looks like page furniture', () => {
    expect(parseHtml('<body><nav><p>Only this.</p></nav></body>').text).toBe('Only this.');
  });

  it('has the heading path of each section, and the title of the page', () => {
    const page = parseHtml('<title> Price\nlist </title><h1>A</h1><p>x</p><h2>B <i>c</i></h2><p>y</p>');
    expect(page.title).toBe('Price list');
    expect(page.sections.map(({ headingPath }) => headingPath)).toEqual([['A'], ['A', 'B c']]);
    expect(parseHtml('<h1>Only a heading</h1>').title).toBe('Only a heading');
  });

  it('gives a row of a table one line, and keeps the place of empty cells', () => {
    const { text, sections } = parseHtml(
      '<table><caption>Fees</caption><tr><th>Item</th><th>Q1</th><th>Q2</th></tr><tr><td>A\n b</td><td></td><td>7</td></tr></table>',
    );
    expect(text).toBe('Fees\nItem | Q1 | Q2\nA b |  | 7');
    expect(sections[0]?.blocks.map(({ kind }) => kind)).toEqual(['table']);
  });

  it('keeps the cells of a table in their columns where others span several, or hang down', () => {
    const { text, tables } = parseHtml(
      `<table><tr><th rowspan=2>Item<th colspan=2>2024</tr><tr><th>Q1<th>Q2</tr>
       <tr><td>Bolts<td>1<td>2</tr><tr><td rowspan=9>Nuts<td>3<td>4</tr><tr><td>5<td>6</table>`,
    );
    expect(text).toBe('Item | 2024 | \n | Q1 | Q2\nBolts | 1 | 2\nNuts | 3 | 4\n | 5 | 6');
    expect(tables).toMatchObject([{ header: ['Item', '2024', ''], rows: { length: 4 } }]);
  });

  it('walks through tables that lay out a page', () => {
    expect(parseHtml('<table><tr><td><h2>A</h2><p>x</p></td><td><p>y</p></td></tr></table>').text).toBe('A\n\nx\n\ny');
  });

  it('keeps lists, line breaks and preformatted text apart', () => {
    expect(parseHtml('<p>a<br>b</p><ul><li>one<li>two</ul><pre>\nx  y\n  z\n</pre>').text).toBe(
      'a\nb\n\n- one\n- two\n\nx  y\n  z',
    );
  });

  it('keeps offsets that are exact for every block', () => {
    const { text, sections } = parseHtml('<h1>Ä 👍</h1><p>one</p><ul><li>two</li></ul>');
    const blocks = sections.flatMap((section) => section.blocks.map(({ start, end }) => text.slice(start, end)));
    expect(blocks).toEqual(['Ä 👍', 'one', '- two']);
  });

  it('may nest deeper than any stack', () => {
    expect(parseHtml(`${'<div>'.repeat(10_000)}deep`).text).toBe('deep');
  });
});
