import { ApiError } from '../core/errors.ts'
import { malformed } from './errors.ts'
import type { ReadNode, Source } from './plan.ts'
import { embedNamed } from './plan.ts'
import type { Condition, Field, JsonStep, Logic, Operator } from './query.ts'
import { arrayLiteral, type Parameters, quote } from './sql.ts'

const BINARY: Partial<Record<Operator, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}

const TEXT_QUERY: Partial<Record<Operator, string>> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

const IS: Readonly<Record<string, string>> = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
}

/** A column of `source` as an expression; a computed one is its function, called on the row. */
export function columnSql(source: Source, alias: string, name: string): string {
  if (source.columns && !source.columns.has(name)) {
    const computed = source.computed?.get(name)
    if (!computed) throw unknownColumn(source.name, name)
    return `${quote(computed.schema)}.${quote(computed.name)}(${alias}.*)`
  }
  return `${alias}.${quote(name)}`
}

export function unknownColumn(relation: string, column: string): ApiError {
  return new ApiError(400, '42703', `column ${relation}.${column} does not exist`)
}

/** A column, or what lies at a path inside it; path keys are parameters. */
export function fieldSql(source: Source, alias: string, field: Field, parameters: Parameters): string {
  const column = columnSql(source, alias, field.name)
  if (field.json.length === 0) return column
  const type = source.columns?.get(field.name)?.type
  const document = type === 'json' || type === 'jsonb' ? column : `to_jsonb(${column})`
  return `(${document}${field.json.map((step) => stepSql(step, parameters)).join('')})`
}

function stepSql(step: JsonStep, parameters: Parameters): string {
  return `${step.operator}${parameters.add(step.key)}::${step.isIndex ? 'int' : 'text'}`
}

/** All of `logic` joined by and, or an empty text. */
export function whereSql(node: ReadNode, parameters: Parameters): string {
  return node.where.map((logic) => logicSql(node, logic, parameters)).join(' and ')
}

export function logicSql(node: ReadNode, logic: Logic, parameters: Parameters): string {
  if (logic.kind === 'condition') return conditionSql(node, logic, parameters)
  const children = logic.children.map((child) => logicSql(node, child, parameters))
  return `${logic.negated ? 'not ' : ''}(${children.join(` ${logic.operator} `)})`
}

function conditionSql(node: ReadNode, condition: Condition, parameters: Parameters): string {
  const embedded = embedCondition(node, condition)
  const sql = embedded ?? comparisonSql(node, condition, parameters)
  return condition.negated ? `not ${sql}` : sql
}

/** `relation=is.null` keeps the rows without a related one, `relation=not.is.null` those with. */
function embedCondition(node: ReadNode, condition: Condition): string | undefined {
  const { field, operator, value } = condition
  if (node.source.columns?.has(field.name) || field.json.length > 0) return undefined
  const embed = embedNamed(node, field.name)
  if (!embed) return undefined
  const wanted = String(value).toLowerCase()
  if (operator !== 'is' || (wanted !== 'null' && wanted !== 'not_null')) {
    throw new ApiError(400, 'PGRST120', `Bad operator on the '${field.name}' embedded resource`, {
      details: 'Only is null or not is null filters are allowed on embedded resources',
    })
  }
  return `(${embed.alias}.pgrst_found is ${wanted === 'null' ? '' : 'not '}null)`
}

function comparisonSql(node: ReadNode, condition: Condition, parameters: Parameters): string {
  const { operator, value, quantifier, language } = condition
  const left = fieldSql(node.source, node.alias, condition.field, parameters)
  if (operator === 'in') return `(${left} = any(${parameters.add(arrayLiteral(value as string[]))}))`
  const text = value as string
  if (operator === 'is') return `(${left} ${IS[text.toLowerCase()]})`
  const textQuery = TEXT_QUERY[operator]
  if (textQuery) return textSearchSql(node.source, condition, left, textQuery, language, parameters)
  const symbol = BINARY[operator]
  if (!symbol) throw malformed(`unknown operator ${operator}`)
  const isPattern = operator === 'like' || operator === 'ilike'
  const right = parameters.add(isPattern ? text.replaceAll('*', '%') : text)
  return quantifier ? `(${left} ${symbol} ${quantifier}(${right}))` : `(${left} ${symbol} ${right})`
}

function textSearchSql(
  source: Source,
  condition: Condition,
  left: string,
  query: string,
  language: string | undefined,
  parameters: Parameters,
): string {
  const configuration = language === undefined ? '' : `${parameters.add(language)}::text::regconfig, `
  const type = condition.field.json.length > 0 ? 'jsonb' : source.columns?.get(condition.field.name)?.type
  const vector = type === 'tsvector' || type === undefined ? left : `to_tsvector(${configuration}${left})`
  return `(${vector} @@ ${query}(${configuration}${parameters.add(condition.value as string)}))`
}
