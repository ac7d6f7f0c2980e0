import { inTab } from './storage.ts'

/*
 * What somebody without an account has typed, for as long as this tab is open: a reload or a browser that drops the page does not empty
 * the form. There is no account yet whose key could seal it, so nothing secret is ever given here, it never outlives the tab, and quick
 * exit erases it.
 */
const PREFIX = 'formulario '

/** What this tab holds of a form; null where it holds nothing that can be read. */
export function readForm(name: string): unknown {
  try {
    return JSON.parse(inTab.getItem(PREFIX + name) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps it; null forgets it. Where nothing can be stored, the page alone holds it. */
export function keepForm(name: string, values: object | null): void {
  if (values === null) inTab.removeItem(PREFIX + name)
  else inTab.setItem(PREFIX + name, JSON.stringify(values))
}

/** Forgets all of them. */
export function forgetForms(): void {
  for (const key of inTab.keys()) if (key.startsWith(PREFIX)) inTab.removeItem(key)
}
