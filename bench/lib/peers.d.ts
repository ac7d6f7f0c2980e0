/** What the benchmarks use of packages that have no types, or that they install by themselves. */
declare module 'autocannon' {
  interface Request {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
  }
  interface Options {
    url: string
    method: string
    connections: number
    duration: number
    requests: { setupRequest(request: Request): Request }[]
  }
  interface Result {
    requests: { total: number }
    latency: { p50: number; p99: number }
    non2xx: number
    errors: number
  }
  export default function autocannon(options: Options): Promise<Result>
}

declare module '@hono/node-server' {
  interface Env {
    incoming: { socket: { remoteAddress?: string } }
  }
  export function serve(options: {
    port: number
    hostname: string
    fetch(request: Request, env: Env): Promise<Response>
  }): void
}

declare module '@supabase/lite' {
  export class App {
    constructor(options: object)
    fetch(request: Request, options: { peerAddress: string | null }): Promise<Response>
  }
}

declare module '@supabase/lite/postgres' {
  export function createPostgresConnection(options: object): object
}
