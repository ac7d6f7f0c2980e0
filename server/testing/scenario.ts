// biome-ignore lint/correctness/noUndeclaredDependencies: declared at the root; only tests read this file
import { expect, it } from 'vitest'
import { ANA, BEA, type Harness } from './rest.ts'

/** One line of a table: who asks what, and what she gets. */
export interface Scenario {
  name: string
  /** `GET path?query`, unencoded; below /rest/v1/. */
  request: string
  /** Ana unless said otherwise. */
  who?: 'ana' | 'bea' | 'visitor' | 'service'
  headers?: Record<string, string>
  /** A text goes out as it is. */
  body?: unknown
  status: number
  /** The whole body, as JSON. */
  equals?: unknown
  contains?: string[]
  lacks?: string[]
  /** Response headers, in part. */
  gives?: Record<string, string | string[] | RegExp | undefined>
}

export async function ask(
  harness: Harness,
  { request, who = 'ana', headers, body }: Omit<Scenario, 'name' | 'status'>,
) {
  const [method, path = ''] = request.split(/ (.*)/s)
  return harness.app.inject({
    method: method as 'GET',
    url: `/rest/v1/${path.includes('%') ? path : encodeURI(path)}`,
    headers: {
      ...(await authorization(harness, who)),
      ...(body === undefined || headers?.['content-type'] === ''
        ? {}
        : { 'content-type': 'application/json' }),
      ...withoutEmpty(headers),
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

/** An empty header is one that is not sent. */
function withoutEmpty(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''))
}

async function authorization(
  harness: Harness,
  who: NonNullable<Scenario['who']>,
): Promise<Record<string, string>> {
  if (who === 'visitor') return {}
  const token =
    who === 'service'
      ? await harness.tokens.sign({ role: 'service_role' }, 60)
      : await harness.tokenOf(who === 'ana' ? ANA : BEA)
  return { authorization: `Bearer ${token}` }
}

/** Makes each scenario a test of its own. */
export function run(harness: () => Harness, scenarios: Scenario[]): void {
  it.each(scenarios)('$name', async (scenario) => {
    const response = await ask(harness(), scenario)
    expect({ status: response.statusCode, body: response.body }).toMatchObject({ status: scenario.status })
    if ('equals' in scenario) expect(JSON.parse(response.body)).toEqual(scenario.equals)
    for (const text of scenario.contains ?? []) expect(response.body).toContain(text)
    for (const text of scenario.lacks ?? []) expect(response.body).not.toContain(text)
    for (const [name, value] of Object.entries(scenario.gives ?? {})) {
      if (value instanceof RegExp) expect(response.headers[name]).toMatch(value)
      else expect(response.headers[name]).toEqual(value)
    }
  })
}
