import { ApiError } from '../core/errors.ts'
import { parseJson } from './body.ts'
import { badBody } from './errors.ts'
import { closest } from './hints.ts'
import type { Routine, RoutineParameter, Schema } from './schema.ts'
import { type Parameters, quote } from './sql.ts'

/** The arguments of a call: by name, or the whole body for a function of one unnamed JSON parameter. */
export interface Arguments {
  names: string[]
  /** A JSON object that holds them. */
  json: string
  /** Whether they came in a body, which a single-parameter function may take as it is. */
  isBody: boolean
}

/** @throws ApiError PGRST102 when the body is not an object */
export function bodyArguments(text: string): Arguments {
  if (text.trim() === '') return { names: [], json: '{}', isBody: true }
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { names: [], json: text, isBody: true }
  }
  return { names: Object.keys(value), json: text, isBody: true }
}

/** Arguments of the query string; one that comes several times is an array, for a variadic parameter. */
export function queryArguments(pairs: readonly [string, string][], overloads: readonly Routine[]): Arguments {
  const variadic = new Set(
    overloads.flatMap((routine) => routine.parameters.filter((p) => p.isVariadic).map((p) => p.name)),
  )
  const values: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of pairs) {
    if (variadic.has(name)) values[name] = [...((values[name] as string[]) ?? []), value]
    else values[name] = value
  }
  return { names: Object.keys(values), json: JSON.stringify(values), isBody: false }
}

/**
 * Chooses the function that takes exactly these arguments.
 * Source: PostgREST documentation, "Functions as RPC", "Overloaded functions".
 * @throws ApiError PGRST202 (none), PGRST203 (several)
 */
export function chooseRoutine(schema: Schema, exposed: string, name: string, args: Arguments): Routine {
  const overloads = schema.routinesNamed(exposed, name)
  const fitting = overloads.filter((routine) => takes(routine, args.names))
  const [first, ...others] = fitting
  if (first && others.length === 0) return first
  if (first) throw severalFit(fitting)
  const single = args.isBody ? overloads.find((routine) => takesWholeBody(routine)) : undefined
  if (single) return single
  throw noneFits(schema, exposed, name, args, overloads)
}

function takes(routine: Routine, names: readonly string[]): boolean {
  const { parameters } = routine
  if (takesWholeBody(routine)) return false
  return (
    names.every((name) => parameters.some((parameter) => parameter.name === name)) &&
    parameters.every((parameter) => !parameter.isRequired || names.includes(parameter.name))
  )
}

function takesWholeBody({ parameters }: Routine): boolean {
  const [only, ...others] = parameters
  return only !== undefined && others.length === 0 && only.name === '' && /^jsonb?$/.test(only.type)
}

function severalFit(routines: Routine[]): ApiError {
  const signature = ({ schema, name, parameters }: Routine) =>
    `${schema}.${name}(${parameters.map((p) => `${p.name} => ${p.type}`).join(', ')})`
  return new ApiError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${routines.map(signature).join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}

function noneFits(
  schema: Schema,
  exposed: string,
  name: string,
  args: Arguments,
  overloads: Routine[],
): ApiError {
  const names = args.names.slice(0, 50).join(', ')
  const called = args.names.length > 0 ? `(${names})` : ' without parameters'
  const searched =
    args.names.length > 0
      ? ` with parameter${args.names.length > 1 ? 's' : ''} ${names}`
      : ' without parameters'
  const alternative = args.isBody ? ' or with a single unnamed json/jsonb parameter' : ''
  return new ApiError(
    404,
    'PGRST202',
    `Could not find the function ${exposed}.${name}${called} in the schema cache`,
    {
      details: `Searched for the function ${exposed}.${name}${searched}${alternative}, but no matches were found in the schema cache.`,
      hint: suggestion(schema, exposed, name, overloads),
    },
  )
}

function suggestion(schema: Schema, exposed: string, name: string, overloads: Routine[]): string | null {
  const [first] = overloads
  const similar = closest(name, schema.routineNames(exposed))
  const offered = first
    ? `${name}(${first.parameters
        .map((p) => p.name)
        .toSorted()
        .join(', ')})`
    : similar
  return offered === undefined ? null : `Perhaps you meant to call the function ${exposed}.${offered}`
}

/** The call as it stands after `from`, its rows named t0. */
export function callSql(routine: Routine, args: Arguments, parameters: Parameters): string {
  const name = `${quote(routine.schema)}.${quote(routine.name)}`
  const column = routine.returns === 'composite' ? '' : '(value)'
  if (takesWholeBody(routine)) {
    return `${name}(${parameters.add(args.json)}::${routine.parameters[0]!.type}) as t0${column}`
  }
  const given = routine.parameters.filter((parameter) => args.names.includes(parameter.name))
  if (given.length === 0) {
    requireObject(args)
    return `${name}() as t0${column}`
  }
  const definition = given.map((parameter) => `${quote(parameter.name)} ${parameter.type}`).join(', ')
  return `json_to_record(${parameters.add(args.json)}::json) as a(${definition}), lateral ${name}(${given
    .map(argumentSql)
    .join(', ')}) as t0${column}`
}

function argumentSql(parameter: RoutineParameter): string {
  return `${parameter.isVariadic ? 'variadic ' : ''}${quote(parameter.name)} => a.${quote(parameter.name)}`
}

function requireObject(args: Arguments): void {
  if (!args.json.trimStart().startsWith('{')) throw badBody('The arguments must be a JSON object')
}
