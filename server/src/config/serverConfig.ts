import type { CaptchaSettings, IdentityProvider, ProjectConfig } from './projectConfig.ts'

export type {
  CaptchaSettings,
  FunctionConfig,
  IdentityProvider,
  MailTemplate,
  PlainProvider,
  ProjectConfig,
} from './projectConfig.ts'

/** Settings of one running server, checked; how they are read from the environment is the caller's business. */
export interface ServerConfig {
  /** Supabase project folder: `migrations/`, `seed.sql`, `config.toml`, `functions/`. */
  projectDir: string
  /** Built web app to serve, if any. */
  staticDir?: string
  /** The product's own page for what a mailed link opens, with places for its title and its text (`auth/links/linkPage.ts`). */
  linkPage?: string
  /** Beginnings of the paths that search engines must not list: pages behind a link that somebody was given. */
  unlistedPages?: readonly string[]
  /** Origins besides its own that the pages may ask. */
  askedOrigins?: readonly string[]
  /** Which release of the product this is, for the log. */
  release?: string
  /** Where cluster, secrets, files and logs lie. */
  dataDir: string
  /** Address to listen on. */
  host: string
  port: number
  /** Public origin, without a slash at the end; links in e-mails start with it. */
  siteUrl: string
  /** Multiplies every rate limit; 1 is the default. */
  rateFactor: number
  /** Largest answer of the data API, in bytes. */
  maxAnswerBytes?: number
  /** Tables and functions whose requests never wait behind others. */
  urgent?: { relations?: readonly string[]; functions?: readonly string[] }
  /** Where members' files lie; absent, in the data folder. */
  s3?: S3Settings
  smtp?: SmtpSettings
  secrets: Secrets
  project: ProjectConfig
  /** The captcha provider; absent, no captcha is asked for. */
  captcha?: CaptchaSettings
  /** Where members may sign in besides here. */
  identityProviders?: readonly IdentityProvider[]
  /** A service that sends text messages; absent, they go to the local mailbox where there is one. */
  sms?: SmsSettings
  /** `index`: functions as Supabase's runtime serves them (`index.ts`, `Deno.serve`); otherwise `handler.ts`, which knows neither. */
  functionForm?: 'index'
  /** Settings that the project's functions read by name, such as keys of other services; never public. */
  functionSettings?: Readonly<Record<string, string>>
  /** Further public settings that `GET /config.json` gives to the app. */
  publicSettings: Readonly<Record<string, unknown>>
  /** What else `GET /healthz` tells a caller with the service key, such as when the newest backup was made; asked each time. */
  operatorStatus?: () => Promise<Readonly<Record<string, unknown>>>
}

/** An object store that speaks as S3 does. */
export interface S3Settings {
  /** Without a slash at the end. */
  endpoint: string
  bucket: string
  /** Begins every name; empty, or with a slash at the end. */
  prefix: string
  region: string
  accessKey: string
  secretKey: string
}

/** Work that waits in the database until somebody does it. */
export interface WaitingWork {
  /** SQL: since when the oldest waits, a timestamptz, or null where none does. */
  since: string
  /** Older than this is told as a failure. */
  lateAfterSeconds: number
}

/** How the server is; for a caller with the service key. */
export interface HealthReport {
  /** APIs whose role cannot ask the database, with PostgreSQL's or the system's code. */
  shut: { door: string; code?: string }[]
  disk: { state: 'ok' | 'low' | 'full'; freeBytes: number }
  /** Since when the oldest work of each kind waits. */
  waiting: Record<string, { since?: string; seconds: number; isLate: boolean }>
  /** Jobs that fail or hang, and work that waits too long. */
  failing: { job: string; since: string }[]
}

/** How many connections to the database each part of a process may have at once. */
export interface ConnectionLimits {
  /** Requests that are neither heavy nor urgent. */
  requests: number
  heavy: number
  urgent: number
  /** Of the auth API. */
  auth: number
  /** Those that ask who may see a change. */
  live: number
  /** Of the owner: jobs, status. */
  owner: number
}

export interface SmtpSettings {
  host: string
  port: number
  user?: string
  password?: string
  /** Sender, as `Name <address>`. */
  from: string
  secure: boolean
}

/** A service to which a text message is posted as JSON: `{ "to", "text" }`. */
export interface SmsSettings {
  url: string
  /** Sent as a Bearer token. */
  token?: string
}

/** Made once at first start and kept in the data folder, or given by settings. */
export interface Secrets {
  /** Signs access tokens (HS256). */
  jwtSecret: string
  /** Public key of the app: a token with the role `anon`. */
  anonKey: string
  /** Key that passes every rule: never leaves the server. */
  serviceRoleKey: string
  /** Password of the embedded database's superuser. */
  superuserPassword: string
}

/** How much one socket, one person, one address and one channel may ask of the API; what a reader may owe it. */
export interface RealtimeLimits {
  /** Sockets that one signed-in person may hold in this process. */
  socketsPerUser: number
  /** Sockets of one address that have shown no member's session yet; members are counted each for herself. */
  socketsPerAddress: number
  /** Seconds after which a socket on which nothing is joined is closed. */
  idleSeconds: number
  channelsPerSocket: number
  /** Joins that one socket may ask for in a minute. */
  joinsPerMinute: number
  /** Joins that one member, or all strangers of one address, may ask for in a minute. */
  joinsPerOwnerPerMinute: number
  /** Messages that one socket may send in a second, heartbeats included. */
  messagesPerSecond: number
  /** Broadcasts that one channel takes in a second, from everybody together. */
  broadcastsPerChannelPerSecond: number
  /** Presence messages that one channel of one socket may send in 30 seconds. Source: Supabase, "Realtime limits". */
  presencesPer30Seconds: number
  /** Bindings to changes that one channel may ask for. */
  bindingsPerChannel: number
  /** Bindings of all channels of one socket: each of them may cost every change of its table a condition. */
  bindingsPerSocket: number
  /** Largest frame that is read. */
  payloadBytes: number
  /** Largest frame that is read from a socket on which nothing is joined yet. */
  firstPayloadBytes: number
  /** What one tracked client may say of herself, as JSON. */
  presenceBytes: number
  /** What may be kept for one member, or for all strangers of one address: channels, presence, messages that wait. */
  bytesPerOwner: number
  /** What may be kept for everybody together. */
  bytesInAll: number
  /** Bytes that may wait on one socket; a reader that lets more pile up is disconnected. */
  bufferedBytes: number
}

/** Which of those through whom a request came are believed when they say for whom: proxies that the operator set up. */
export type TrustedProxies = (address: string, hop: number) => boolean

/** How to reach the database. `host` is a name, an address, or the folder of a Unix socket. */
export interface DatabaseAddress {
  host: string
  port: number
  database: string
  ssl?: boolean
}

export interface Credentials {
  user: string
  password: string
}
