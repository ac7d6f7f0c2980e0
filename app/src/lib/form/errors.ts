import type * as z from 'zod/mini'

/** What is wrong with which field, in words for the person who filled it in. */
export type Errores<Values> = { [Field in keyof Values]?: string }

/** A schema of a form, or of some of its fields. */
export type Schema<Values> = z.ZodMiniType<unknown, Partial<Values>>

/** @returns the first issue of each field; undefined where there is none */
export function errorsOf<Values>(schema: Schema<Values>, values: Values): Errores<Values> | undefined {
  const { error } = schema.safeParse(values)
  if (!error) return undefined
  const errors: Errores<Values> = {}
  for (const { path, message } of error.issues) errors[path[0] as keyof Values] ??= message
  return errors
}
