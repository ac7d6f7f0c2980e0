/** @type {[file: string, pattern: string]} */
const REQUESTS = ['server/src/rest/model.test.ts', 'answer as plain SQL does']

/** @param {string} name @param {string} file @param {string} find @param {string} replace @returns {import('./index.mjs').Mutation} */
const wrong = (name, file, find, replace) => {
  return {
    name: `model-${name}`,
    file: `server/src/rest/${file}`,
    find,
    replace,
    test: REQUESTS,
  }
}

/** Answers of status 200 with other rows than the request means, which random requests compared with plain SQL must find. */
export const mutations = [
  wrong(
    'itself-upside-down',
    'schema.ts',
    `way.cardinality !== 'one-to-many'`,
    `way.cardinality !== 'many-to-one'`,
  ),
  wrong(
    'half-of-a-key',
    'sql.ts',
    'way.columns.map(([a, b]) => equal(child',
    'way.columns.slice(0, 1).map(([a, b]) => equal(child',
  ),
  wrong('half-of-a-junction', 'sql.ts', '...junction.toColumns.map(', '...junction.toColumns.slice(1).map('),
  wrong('inner-is-left', 'sql.ts', `embed.isInner ? 'inner' : 'left'`, `'left'`),
  wrong('none-is-some', 'sql.ts', `wanted === 'null' ? '' : 'not '`, `wanted === 'null' ? 'not ' : ''`),
  wrong('not-is-nothing', 'sql.ts', `logic.negated ? 'not ' : ''`, `''`),
  wrong('at-least-is-more', 'sql.ts', `gte: '>='`, `gte: '>'`),
  wrong('nulls-anywhere', 'sql.ts', 'term.nulls ?', 'false ?'),
  wrong(
    'every-sum-is-the-most',
    'sql.ts',
    'const { aggregate, aggregateCast } = aggregated.item',
    `const { aggregateCast } = aggregated.item; const aggregate = 'max'`,
  ),
  wrong('counted-without-inner', 'sql.ts', 'return embed.isInner || node.where', 'return node.where'),
]
