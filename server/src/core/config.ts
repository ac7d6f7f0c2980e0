/** Settings of one running server, checked; how they are read from the environment is the caller's business. */
export interface ServerConfig {
  /** Supabase project folder: `migrations/`, `seed.sql`, `config.toml`, `functions/`. */
  projectDir: string
  /** Built web app to serve, if any. */
  staticDir?: string
  /** Beginnings of the paths that search engines must not list: pages behind a link that somebody was given. */
  unlistedPages?: readonly string[]
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
  /** Largest answer of the data door, in bytes. */
  maxAnswerBytes?: number
  /** Tables and functions whose requests never wait behind others. */
  urgent?: { relations?: readonly string[]; functions?: readonly string[] }
  smtp?: SmtpSettings
  secrets: Secrets
  project: ProjectConfig
  /** The captcha provider; absent, no captcha is asked for. */
  captcha?: CaptchaSettings
  /** Where members may sign in besides here. */
  identityProviders?: readonly IdentityProvider[]
  /** A service that sends text messages; absent, they go to the local mailbox where there is one. */
  sms?: SmsSettings
  /** Settings that the project's functions read by name, such as keys of other services; never public. */
  functionSettings?: Readonly<Record<string, string>>
  /** Further public settings that `GET /config.json` gives to the app. */
  publicSettings: Readonly<Record<string, unknown>>
  /** What else `GET /healthz` tells whoever holds the service key, such as when the newest backup was made; asked each time. */
  operatorStatus?: () => Promise<Readonly<Record<string, unknown>>>
}

/** Work that waits in the database until somebody does it. */
export interface WaitingWork {
  /** SQL: since when the oldest waits, a timestamptz, or null where none does. */
  since: string
  /** Older than this is told as a failure. */
  lateAfterSeconds: number
}

/** How the house is; for whoever holds the service key. */
export interface HealthReport {
  /** Doors whose role cannot ask the database, with PostgreSQL's or the system's code. */
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
  /** Of the auth door. */
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

/** A service that tells people from programs. */
export interface CaptchaSettings {
  provider: 'hcaptcha' | 'turnstile'
  secret: string
  /** Its address, where it is not the provider's own. */
  url?: string
}

/** A service to which a text message is posted as JSON: `{ "to", "text" }`. */
export interface SmsSettings {
  url: string
  /** Sent as a Bearer token. */
  token?: string
}

/** A provider of identities that speaks OpenID Connect. */
export interface IdentityProvider {
  /** As clients name it: `google`, `keycloak` … */
  name: string
  issuer: string
  clientId: string
  clientSecret: string
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

export interface FunctionConfig {
  enabled: boolean
  /** Whether a call without a valid token is refused before the function runs. */
  verifyJwt: boolean
}

/** A mail in the project's own words; what is absent stays as it is. */
export interface MailTemplate {
  subject?: string
  /** With `{{ .ConfirmationURL }}`, `{{ .Token }}`, `{{ .Email }}` and `{{ .SiteURL }}` where they belong. */
  html?: string
}

/** The part of `config.toml` that applies to this server, under the names that Supabase gives it. */
export interface ProjectConfig {
  api: { schemas: string[]; extraSearchPath: string[]; maxRows: number }
  auth: {
    enableSignup: boolean
    /** Addresses besides `siteUrl` that links in e-mails may lead to. */
    additionalRedirectUrls: string[]
    jwtExpirySeconds: number
    refreshTokenReuseIntervalSeconds: number
    minimumPasswordLength: number
    email: {
      enableConfirmations: boolean
      otpLengthDigits: number
      maxFrequencySeconds: number
      /** A session older than a day proves itself again before it sets a password. */
      securePasswordChange?: boolean
      /** A new password takes the old one, or a mailed code, or a session that a mail opened within the hour. */
      requireCurrentPassword?: boolean
      /** Mails in the project's own words, by kind. */
      templates?: Readonly<Record<string, MailTemplate>>
    }
    /** Accounts with a phone number. */
    sms?: { enableSignup: boolean; maxFrequencySeconds: number }
    /** How long sessions may last, and how long they may lie idle. */
    sessions?: { timeboxSeconds?: number; inactivitySeconds?: number }
    /** Second factors. */
    mfa?: { maxFactors: number; totp: { enroll: boolean; verify: boolean } }
    /** Whether single sign-on by domain is taken; no provider can be set up yet. */
    ssoEnabled?: boolean
    /** Days after which an account that was never confirmed is deleted. */
    unconfirmedLifetimeDays?: number
    /** Schema-qualified function of the before-user-created hook. */
    beforeUserCreatedHook?: { schema: string; name: string }
    /** Notices of security: the page where «No fui yo» leads, and what cancels a deletion that waits for its day. */
    notices?: { page: string; cancelDeletion?: { schema: string; name: string } }
  }
  seed: { enabled: boolean; sqlPaths: string[] }
  /** `fileSizeLimitBytes`: largest file of any bucket. */
  storage?: { fileSizeLimitBytes: number }
  /** By name; a function that is not named here is enabled and wants a token. */
  functions?: Readonly<Record<string, FunctionConfig>>
}

/** How much one socket, one person, one address and one channel may ask of the door; what a reader may owe it. */
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
