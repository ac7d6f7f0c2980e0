import { createClient } from '@supabase/supabase-js'

type Answer = (asked: string, body: unknown) => Response | Promise<Response>

/** A service of one test: how it answers «GET table?filter» with what was sent, and what it was asked. */
export const service = {
  answer: (() => new Response(null, { status: 204 })) as Answer,
  calls: [] as { asked: string; body: unknown }[],
  /** Forgets what was asked. @param answer how it answers from now on */
  begin(answer: Answer): void {
    service.answer = answer
    service.calls = []
  },
  /** The methods of what was asked, in order. */
  methods: (): string[] => service.calls.map(({ asked }) => asked.split(' ')[0]!),
}

/** What is there already, under that key. */
export const taken = (): Response =>
  Response.json({ code: '23505', message: 'duplicate key' }, { status: 409 })

/** As `openClient` of `lib/api/client.ts`, with {@link service} behind it: `vi.mock('…/client.ts', () => import('…/answering.ts'))`. */
export const openClient = async () =>
  createClient('https://casa.mx', 'anon', {
    auth: { persistSession: false, autoRefreshToken: false },
    // The oldest Node that is served has none of its own.
    realtime: { transport: class {} as never },
    global: {
      fetch: async (url, init) => {
        const { pathname, search } = new URL(String(url))
        const asked = decodeURIComponent(`${init?.method} ${pathname.split('/').pop()}${search}`)
        const body: unknown = init?.body ? JSON.parse(String(init.body)) : undefined
        service.calls.push({ asked, body })
        return service.answer(asked, body)
      },
    },
  })
