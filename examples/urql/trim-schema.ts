import { minifyIntrospectionQuery } from '@urql/introspection';
import {
  buildSchema,
  type DocumentNode,
  type GraphQLSchema,
  type IntrospectionQuery,
  type IntrospectionType,
  introspectionFromSchema,
  isAbstractType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** What Graphcache must know of a schema to hold the results of `documents`: their types and the fields they select. */
export function trimSchema(sdl: string, documents: readonly DocumentNode[]): IntrospectionQuery {
  const schema = buildSchema(sdl);
  const used = new Map<string, Set<string>>();
  for (const document of documents) collectFields(schema, document, used);

  const { __schema: minified } = minifyIntrospectionQuery(introspectionFromSchema(schema));
  const types = minified.types.flatMap((type): IntrospectionType[] => {
    const fields = used.get(type.name);
    if (type.kind === 'SCALAR') return [type];
    if (fields === undefined || (type.kind !== 'OBJECT' && type.kind !== 'INTERFACE')) return [];
    const isUsed = ({ name }: { readonly name: string }) => used.has(name);
    return [
      {
        ...type,
        fields: type.fields.filter(({ name }) => fields.has(name)),
        interfaces: type.interfaces.filter(isUsed),
      },
    ];
  });
  return { __schema: { ...minified, types } };
}

/** Notes each selected field under its type, and under every type that may stand in its place. */
function collectFields(schema: GraphQLSchema, document: DocumentNode, used: Map<string, Set<string>>): void {
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Field({ name }) {
        const parent = info.getParentType();
        if (parent == null || name.value === '__typename') return;
        for (const type of isAbstractType(parent) ? [parent, ...schema.getPossibleTypes(parent)] : [parent]) {
          used.set(type.name, (used.get(type.name) ?? new Set()).add(name.value));
        }
      },
    }),
  );
}
