import type { Statement } from '../core/db.ts'

/** Quotes an identifier. Only names found in the schema, or checked by the parser, may come here. */
export function quote(identifier: string): string {
  if (identifier.includes('\0')) throw new RangeError('identifier with a null byte')
  return `"${identifier.replaceAll('"', '""')}"`
}

/** Largest answer, in bytes of JSON, unless the operator says otherwise (setting `MAX_ANSWER_BYTES`). */
export const ANSWER_BYTES = 5_000_000

/** Quotes a text of the schema or of a checked name as a literal. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Collects the parameters of one statement, so that values never become part of its text. */
export class Parameters {
  readonly values: (string | null)[] = []

  /** @param answerBytes how large any one JSON value that the statement makes may become */
  constructor(readonly answerBytes = ANSWER_BYTES) {}

  /** @returns the placeholder that stands for `value` in the statement's text */
  add(value: string | null): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  statement(text: string): Statement {
    return { text, values: this.values }
  }
}

/**
 * An array as PostgreSQL reads it, so that a list of any length is one parameter and one statement text.
 * Source: PostgreSQL documentation, "Array Input and Output Syntax".
 */
export function arrayLiteral(elements: readonly string[]): string {
  return `{${elements.map((element) => `"${element.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
