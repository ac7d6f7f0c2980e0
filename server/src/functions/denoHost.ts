import { WebSocket } from 'ws'

/** A function of the project: the same code that Supabase's runtime serves. */
export type FunctionHandler = (request: Request) => Promise<Response>
/** Reads one setting by name; all that a function is given of its host. */
export type Env = (name: string) => string | undefined

/** What of Supabase's runtime a function finds: how it says what it does, its settings, work that goes on after the answer. */
interface DenoHost {
  Deno: {
    serve(one: unknown, other?: unknown): { finished: Promise<void>; shutdown(): Promise<void> }
    env: { get: Env; has(name: string): boolean; toObject(): Record<string, string> }
  }
  EdgeRuntime: { waitUntil(work: Promise<unknown>): void }
  /** Node's own, or one that speaks the same. */
  WebSocket: unknown
}

type Served = (request: Request, info: unknown) => Response | Promise<Response>

/** The hosts that functions ask for as they begin, by the key that is written into their file. */
const hosts = new Map<string, DenoHost>()
Object.assign(globalThis, { [Symbol.for('functions.hosts')]: hosts })

/**
 * Runs a function's file, which says by `Deno.serve`, or by what it exports, what is to be done with a request.
 * @param names the settings that there are
 * @param load imports the file
 * @throws Error where it says nothing
 */
export async function serveDeno(
  key: string,
  {
    env,
    names,
    load,
    onFailure,
  }: {
    env: Env
    names: readonly string[]
    load: () => Promise<unknown>
    onFailure: (error: unknown) => void
  },
): Promise<FunctionHandler> {
  let served: Served | undefined
  hosts.set(key, {
    Deno: {
      serve(one, other) {
        served = (typeof one === 'function' ? one : other) as Served
        return { finished: new Promise(() => {}), shutdown: async () => {} }
      },
      env: {
        get: env,
        has: (name) => env(name) !== undefined,
        toObject: () => Object.fromEntries(names.map((name) => [name, env(name) ?? ''])),
      },
    },
    EdgeRuntime: { waitUntil: (work) => void work.catch(onFailure) },
    WebSocket: globalThis.WebSocket ?? WebSocket,
  })
  const exported = (await load()) as { default?: { fetch?: Served } }
  served ??= exported.default?.fetch?.bind(exported.default)
  if (!served) throw new Error('the function serves nothing')
  const serve = served
  return async (request) =>
    serve(request, { remoteAddr: { transport: 'tcp', hostname: '127.0.0.1', port: 0 } })
}
