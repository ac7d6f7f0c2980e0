/** Reads one setting of the host: Deno's environment on Supabase, the server's settings on one machine. */
export type Env = (name: string) => string | undefined
