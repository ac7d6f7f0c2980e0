import { isCallable } from '../rest/build-schema.ts'
import type { PgFunction, TypeCatalogue } from './catalogue.ts'
import { key, text, typescriptOf } from './typescript.ts'

/** The members of a schema's `Functions`, as lines; an overloaded name is a union. */
export function functionLines(
  catalogue: TypeCatalogue,
  schema: string,
  exposed: readonly string[],
): string[] {
  const byName = new Map<string, PgFunction[]>()
  for (const fn of catalogue.functions) {
    const named = fn.inputs.map(({ name, type }) => ({ name, type: catalogue.types.get(type)?.name ?? '' }))
    if (fn.schema !== schema || !isCallable(named)) continue
    byName.set(fn.name, [...(byName.get(fn.name) ?? []), fn].sort(byInputs))
  }
  return [...byName].flatMap(([name, overloads]) => {
    const bodies = overloads.map((fn) => bodyLines(catalogue, fn, exposed))
    if (bodies.length === 1) return [`${key(name)}: {`, ...bodies[0]!, '}']
    return [
      `${key(name)}:`,
      ...bodies.flatMap((body) => ['  | {', ...body.map((line) => `  ${line}`), '    }']),
    ]
  })
}

function byInputs({ inputs: one }: PgFunction, { inputs: other }: PgFunction): number {
  const names = (inputs: PgFunction['inputs']) => inputs.map(({ name }) => name).join()
  return names(one) < names(other) ? -1 : 1
}

function bodyLines(catalogue: TypeCatalogue, fn: PgFunction, exposed: readonly string[]): string[] {
  const type = (id: number) => typescriptOf(catalogue, id, exposed)
  const members = fn.inputs.map(
    (input) => `${key(input.name)}${input.hasDefault ? '?' : ''}: ${type(input.type)}`,
  )
  // The client's generics want an object, or never; an unnamed parameter is a member without a name, as Supabase has it.
  const lines = [`  Args: ${members.length === 0 ? 'never' : `{ ${members.join('; ')} }`}`]
  lines.push(`  Returns: ${returnType(catalogue, fn, exposed)}`)
  const returned = catalogue.types.get(fn.returns)
  const relation = catalogue.relations.find(({ id, kind }) => id === returned?.relation && kind !== 'c')
  if (relation?.schema === fn.schema) {
    const options = `from: '*'; to: ${text(relation.name)}; isOneToOne: ${!fn.isSet}; isSetofReturn: ${fn.isSet}`
    lines.push(`  SetofOptions: { ${options} }`)
  }
  return lines
}

function returnType(catalogue: TypeCatalogue, fn: PgFunction, exposed: readonly string[]): string {
  const outputs = fn.outputs.map(
    ({ name, type }) => `${key(name)}: ${typescriptOf(catalogue, type, exposed)}`,
  )
  // A single out parameter makes the function return that value, not a row.
  const isRow = catalogue.types.get(fn.returns)?.name === 'record' && outputs.length > 0
  const one = isRow ? `{ ${outputs.join('; ')} }` : typescriptOf(catalogue, fn.returns, exposed)
  if (!fn.isSet) return one
  return one.includes(' | ') ? `(${one})[]` : `${one}[]`
}
