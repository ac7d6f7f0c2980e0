import * as z from 'zod/mini'
import { hasTexto } from '../text/readable.ts'
import type { Schema } from './errors.ts'

/** Something chosen or typed. */
export const required = (message: string) => z.string().check(z.minLength(1, message))

/** Text that is more than blanks. */
export const filled = (message: string) => z.string().check(z.trim(), z.minLength(1, message))

/** Something that can be seen: blanks and characters of no width are no name. */
export const VISIBLE = /[^\s\p{C}]/u

export const visible = (message: string) => z.string().check(z.regex(VISIBLE, message))

export const textThat = (isRight: (typed: string) => unknown, message: string) =>
  z.string().check(z.refine(isRight, message))

/** Text that can be sent to others. */
export const written = (message: string) => textThat(hasTexto, message)

export const correo = (message: string) =>
  z.string().check(z.trim(), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, message))

/** A value that has a rule of its own. @param rule what it says of a wrong value; nothing of a right one */
export const ruled = <Value>(rule: (value: Value) => string | null | undefined) =>
  z.custom<Value>().check(({ value, issues }) => {
    const message = rule(value)
    if (message) issues.push({ code: 'custom', message, input: value, continue: true })
  })

/** One field after another: only the first that is wrong is said. */
export const inTurn = <Values extends object>(
  shape: {
    [Field in keyof Values]?: z.ZodMiniType<unknown, Values[Field]>
  },
): Schema<Values> =>
  Object.entries(shape)
    .map(([field, schema]) => z.looseObject({ [field]: schema as z.ZodMiniType }) as z.ZodMiniType)
    .reduce((before, next) => z.pipe(before, next)) as Schema<Values>
