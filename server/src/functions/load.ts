import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseEnv } from 'node:util'
import type { FunctionConfig } from '../config/serverConfig.ts'
import { bundleFunction } from './bundle.ts'
import { type Env, type FunctionHandler, serveDeno } from './denoHost.ts'
import { bootError, unknownFunction } from './errors.ts'

export type { Env, FunctionHandler } from './denoHost.ts'

interface FunctionModule {
  createHandler(env: Env): FunctionHandler
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/
/** What Supabase's runtime sets for every function. */
const GIVEN = ['SUPABASE_URL', 'SUPABASE_ANON_KEY', 'SUPABASE_SERVICE_ROLE_KEY']
const HERE = fileURLToPath(import.meta.url)

/** How functions are to be found whose folder was made for Supabase's own runtime. */
export interface DenoFunctions {
  /** Where the files go that are made of them. */
  target: string
  config: Readonly<Record<string, FunctionConfig>>
}

/** The functions of a project folder, each loaded when it is first called. */
export class FunctionLoader {
  private readonly loaded = new Map<string, Promise<FunctionHandler>>()
  private names: Promise<Set<string>> | undefined

  constructor(
    private readonly projectDir: string,
    private readonly env: Env,
    private readonly onFailure: (error: unknown) => void,
    private readonly deno?: DenoFunctions,
  ) {}

  /** Loads every function now, so that one that cannot be is known at the start. */
  async loadAll(): Promise<void> {
    this.names ??= listFunctions(this.projectDir)
    for (const name of await this.names) {
      // `load` has told of it.
      if (this.deno?.config[name]?.enabled !== false) await this.find(name).catch(() => undefined)
    }
  }

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
      if (this.deno) return await this.loadDeno(name, this.deno)
      const module = (await import(pathToFileURL(this.fileOf(name)).href)) as FunctionModule
      return module.createHandler(this.env)
    } catch (error) {
      this.onFailure(error)
      throw bootError()
    }
  }

  /** As Supabase's runtime has it: `index.ts`, settings also of `functions/.env`. */
  private async loadDeno(name: string, { target, config }: DenoFunctions): Promise<FunctionHandler> {
    const { entrypoint = `./functions/${name}/index.ts`, importMap } = config[name] ?? {}
    const key = `${this.projectDir}/${name}`
    const inFolder = (file: string) => path.resolve(this.projectDir, file)
    // A project without such a file has no settings of its own.
    const kept = await readFile(inFolder('functions/.env'), 'utf8').catch(() => '')
    const own = parseEnv(kept)
    const file = await bundleFunction(inFolder(entrypoint), {
      importMap: importMap && inFolder(importMap),
      target,
      key,
    })
    return serveDeno(key, {
      env: (setting) => this.env(setting) ?? own[setting],
      names: [...GIVEN, ...Object.keys(own)],
      load: () => import(pathToFileURL(file).href),
      onFailure: this.onFailure,
    })
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
