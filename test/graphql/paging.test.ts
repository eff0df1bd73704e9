import { describe, expect, it } from 'vitest';
import { encodeCursor, parsePage, toConnection } from '../../src/graphql/paging.ts';

const refusal = (args: Parameters<typeof parsePage>[0]) => {
  try {
    return parsePage(args);
  } catch (error) {
    return { ...(error as { code: string; field: string }) };
  }
};

describe('the arguments of a page', () => {
  it('are the first 20 items when none are given', () => {
    expect(parsePage({})).toEqual({ limit: 20, keys: undefined, backward: false });
  });

  it('read cursors back as the keys they hold, characters beyond ASCII included', () => {
    const keys = [1_772_366_400_000, 'ses_1', 'é/ß.md'];

    expect(parsePage({ first: 5, after: encodeCursor(keys) })).toEqual({ limit: 5, keys, backward: false });
    expect(parsePage({ before: encodeCursor(keys) })).toEqual({ limit: 20, keys, backward: true });
  });

  it.each([
    ['first', { first: 0 }],
    ['first', { first: 101 }],
    ['first', { first: -1 }],
    ['last', { last: 101 }],
    ['last', { first: 1, last: 1 }],
    ['before', { after: 'WzFd', before: 'WzFd' }],
    ['last', { last: 1, after: 'WzFd' }],
    ['first', { first: 1, before: 'WzFd' }],
    ['after', { after: 'no cursor' }],
    ['after', { after: '' }],
    ['after', { after: Buffer.from('[{}]').toString('base64url') }],
    ['after', { after: Buffer.from('[1e999]').toString('base64url') }],
    ['before', { before: Buffer.from('{"a":1}').toString('base64url') }],
  ])('are refused naming %s for %j', (field, args) => {
    expect(refusal(args)).toMatchObject({ code: 'bad_request', field });
  });
});

describe('a connection', () => {
  const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

  it('says that more follows when a row more came than the page holds', () => {
    const page = parsePage({ first: 2 });
    const { edges, pageInfo } = toConnection(rows(1, 3), page, (n) => [n]);

    expect(edges.map(({ node }) => node)).toEqual([1, 2]);
    expect(pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: encodeCursor([1]),
      endCursor: encodeCursor([2]),
    });
  });

  it('turns rows that were read from the end into the order of the list', () => {
    const page = parsePage({ last: 2, before: encodeCursor([9]) });
    const { edges, pageInfo } = toConnection([8, 7, 6], page, (n) => [n]);

    expect(edges.map(({ node }) => node)).toEqual([7, 8]);
    expect(pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
  });

  it('of nothing has no cursors', () => {
    const { edges, pageInfo } = toConnection([], parsePage({}), () => []);

    expect(edges).toEqual([]);
    expect(pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null });
  });
});
