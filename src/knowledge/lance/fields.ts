import { Field, Int32, List, Utf8 } from 'apache-arrow';

export const utf8 = (name: string) => new Field(name, new Utf8(), false);
export const int32 = (name: string) => new Field(name, new Int32(), false);
export const listOf = (name: string, item: Utf8 | Int32) =>
  new Field(name, new List(new Field('item', item, false)), false);
