import type { Schema } from './schema.ts'

/** How many requests of one kind are remembered, and how long the words of one may be, in characters. */
const REMEMBERED = 1_000
const LONGEST_WORDS = 2_000

/**
 * Requests of one kind that were compiled against one schema, by their words; the oldest goes first. A new schema starts
 * without any.
 */
export class Compiled<T> {
  private readonly bySchema = new WeakMap<Schema, Map<string, T>>()

  /**
   * @param words all that `compile` depends on besides the schema; one that is too long is compiled anew each time
   * @returns what `compile` made of those words, now or before
   */
  get(schema: Schema, words: readonly unknown[], compile: () => T): T {
    const key = words.join('\n')
    const known = this.bySchema.get(schema)?.get(key)
    if (known) return known
    const made = compile()
    if (key.length > LONGEST_WORDS) return made
    const remembered = this.bySchema.get(schema) ?? new Map<string, T>()
    if (remembered.size >= REMEMBERED) {
      for (const oldest of remembered.keys()) {
        remembered.delete(oldest)
        break
      }
    }
    remembered.set(key, made)
    this.bySchema.set(schema, remembered)
    return made
  }
}
