import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { bootError, unknownFunction } from './errors.ts'

/** A function of the project: the same code that Supabase's runtime serves. */
export type FunctionHandler = (request: Request) => Promise<Response>
/** Reads one setting by name; all that a function is given of its host. */
export type Env = (name: string) => string | undefined

interface FunctionModule {
  createHandler(env: Env): FunctionHandler
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/
const HERE = fileURLToPath(import.meta.url)

/** The functions of a project folder, each loaded when it is first called. */
export class FunctionLoader {
  private readonly loaded = new Map<string, Promise<FunctionHandler>>()
  private names: Promise<Set<string>> | undefined

  constructor(
    private readonly projectDir: string,
    private readonly env: Env,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /**
   * @throws ApiError 404 when the project has no such function, 503 when it cannot be loaded
   */
  async find(name: string): Promise<FunctionHandler> {
    this.names ??= listFunctions(this.projectDir)
    if (!NAME.test(name) || !(await this.names).has(name)) throw unknownFunction()
    let handler = this.loaded.get(name)
    if (!handler) {
      handler = this.load(name)
      this.loaded.set(name, handler)
    }
    return handler
  }

  private async load(name: string): Promise<FunctionHandler> {
    try {
      const module = (await import(pathToFileURL(this.fileOf(name)).href)) as FunctionModule
      return module.createHandler(this.env)
    } catch (error) {
      this.onFailure(error)
      throw bootError()
    }
  }

  /** Built, the server finds functions bundled beside itself; from its sources it runs theirs. */
  private fileOf(name: string): string {
    return HERE.endsWith('.js')
      ? path.join(path.dirname(HERE), 'functions', `${name}.js`)
      : path.join(this.projectDir, 'functions', name, 'handler.ts')
  }
}

/** Folders below `functions/`; those that begin with `_` are shared code, as Supabase has it. */
async function listFunctions(projectDir: string): Promise<Set<string>> {
  // A project without functions has no such folder.
  const entries = await readdir(path.join(projectDir, 'functions'), { withFileTypes: true }).catch(() => [])
  return new Set(
    entries.filter((entry) => entry.isDirectory() && NAME.test(entry.name)).map(({ name }) => name),
  )
}
