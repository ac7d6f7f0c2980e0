import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/*
 * Every form of the app is made with `useForm` and `Form` (app/src/ui/Form.tsx, record 248): none looks after its own values,
 * errors or submission.
 */

const source = path.resolve(import.meta.dirname, '../app/src')

/** What only the helper may do. */
const BY_HAND: Readonly<Record<string, RegExp>> = {
  'an element of its own': /<form\b/,
  'its own submission':
    /\bonSubmit\b|\bFormEvent\b|\bSubmitEvent\b|\brequestSubmit\b|\bformAction\b|\buseActionState\b|\bFormData\b/,
}

/** What a file with a form in it does not do for its fields. */
const BESIDE_A_FORM: Readonly<Record<string, RegExp>> = {
  'a state for what is typed': /\bset[A-Z]\w*\([^()]*\btarget\.(value|checked)/,
  'a state for what is wrong': /\[(errors?|errore?s|missing|invalid),\s*set/,
  'a guard against a second press': /\bif \((busy|sending|saving|\w+\.isPending)\b[^)]*\) return/,
}

const HELPER = 'ui/Form.tsx'

/** What a screen does by hand that the helper is for; empty where it does nothing of that. */
function handMade(file: string, text: string): string[] {
  const found = (patterns: Readonly<Record<string, RegExp>>) =>
    Object.keys(patterns).filter((name) => patterns[name]!.test(text))
  if (file === HELPER) return []
  const isForm = /<Form\b/.test(text)
  return [
    ...found(BY_HAND),
    ...(isForm ? found(BESIDE_A_FORM) : []),
    ...(!isForm && /type="submit"/.test(text) ? ['a button that sends without a form'] : []),
  ]
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))

describe('the forms of the app', () => {
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(source, file), 'utf8')]))

  it('are all made with the one helper', () => {
    const wrong = [...texts].flatMap(([file, text]) => handMade(file, text).map((what) => `${file}: ${what}`))
    expect(wrong).toEqual([])
  })

  it('are as many as we know of, so that the search itself is known to find them', () => {
    expect([...texts.values()].filter((text) => /<Form\b/.test(text)).length).toBeGreaterThan(30)
  })

  it('would be found if one were made by hand', () => {
    const made = '<Form of={form}>'
    expect(handMade('x.tsx', '<form noValidate onSubmit={save}>')).toHaveLength(2)
    expect(
      handMade('x.tsx', `${made}<Input onChange={({ target }) => setName(target.value)} />`),
    ).toHaveLength(1)
    expect(handMade('x.tsx', `${made} const [errores, setErrores] = useState({})`)).toHaveLength(1)
    expect(handMade('x.tsx', `${made} if (busy) return`)).toHaveLength(1)
    expect(handMade('x.tsx', '<Button type="submit">')).toHaveLength(1)
    expect(handMade('x.tsx', `${made}<Input {...form.text('name')} /><Button type="submit">`)).toEqual([])
  })
})
