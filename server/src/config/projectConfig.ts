/** A service that tells people from programs. */
export interface CaptchaSettings {
  provider: 'hcaptcha' | 'turnstile'
  secret: string
  /** Its address, where it is not the provider's own. */
  url?: string
}

/** A provider that speaks OAuth 2.0 without OpenID Connect. */
export type PlainProvider = 'github' | 'discord'

/** A provider of identities. */
export interface IdentityProvider {
  /** As clients name it: `google`, `keycloak` … */
  name: string
  /** Its address, which is its name in what it signs. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Where it does not speak OpenID Connect: in which way it says who somebody is. */
  plain?: PlainProvider
}

export interface FunctionConfig {
  enabled: boolean
  /** Whether a call without a valid token is refused before the function runs. */
  verifyJwt: boolean
  /** File of the function, where it is not its `index.ts`; of the project folder. */
  entrypoint?: string
  /** `deno.json` or an import map, of the project folder. */
  importMap?: string
}

/** A mail in the project's own words; what is absent stays as it is. */
export interface MailTemplate {
  subject?: string
  /** With `{{ .ConfirmationURL }}`, `{{ .Token }}`, `{{ .Email }}` and `{{ .SiteURL }}` where they belong. */
  html?: string
}

/** The part of `config.toml` that applies to this server, under the names that Supabase gives it. */
export interface ProjectConfig {
  api: {
    schemas: string[]
    extraSearchPath: string[]
    maxRows: number
    /** Where the folder wants to be served. */
    port?: number
  }
  auth: {
    enableSignup: boolean
    /** Where the folder's own pages are, unless the operator says so (`SITE_URL`). */
    siteUrl?: string
    /** Accounts without an address or a telephone. */
    anonymousSignIns?: boolean
    /** Whether somebody with a session may link and unlink ways to come in. */
    manualLinking?: boolean
    /** Public keys and the private one that signs (JWK); absent, tokens are signed with the secret alone. */
    signingKeys?: readonly Record<string, unknown>[]
    /** What a password must hold beside its length. */
    passwordRequirements?: PasswordRequirements
    /** Whether passwords that are easily guessed are refused, whatever they hold. */
    refuseGuessablePasswords?: boolean
    /** What is absent is as the API has it. */
    rateLimits?: RateLimits
    /** The captcha provider, and the providers of identities, that the folder names; the operator's come first. */
    captcha?: CaptchaSettings
    identityProviders?: readonly IdentityProvider[]
    /** Addresses besides `siteUrl` that links in e-mails may lead to. */
    additionalRedirectUrls: string[]
    jwtExpirySeconds: number
    refreshTokenReuseIntervalSeconds: number
    minimumPasswordLength: number
    email: {
      /** Whether an address may have a new account. */
      enableSignup?: boolean
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
    sms?: {
      enableSignup: boolean
      maxFrequencySeconds: number
      /** Codes of telephones for tests, to which nothing is sent; digits alone. */
      testCodes?: Readonly<Record<string, string>>
    }
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
    /** That of the custom-access-token hook. */
    accessTokenHook?: { schema: string; name: string }
    /**
     * Notices of security: the page where «No fui yo» leads, what cancels a deletion that waits for its day, what stops a return of
     * what she asked for, and what is called once she has ended all of her other sessions. The functions are given the account.
     */
    notices?: {
      page: string
      cancelDeletion?: { schema: string; name: string }
      returnStopped?: { schema: string; name: string }
      othersEnded?: { schema: string; name: string }
    }
  }
  seed: { enabled: boolean; sqlPaths: string[] }
  storage?: {
    /** Largest file of any bucket. */
    fileSizeLimitBytes: number
    /** Buckets that are made where they are missing. */
    buckets?: readonly NewBucket[]
    /** Whether pictures are given in other sizes (`/render/image`). */
    transformsImages?: boolean
  }
  /** By name; a function that is not named here is enabled and wants a token. */
  functions?: Readonly<Record<string, FunctionConfig>>
  /** What the folder asks for and does not get, a line each, for the operator. */
  notes?: readonly string[]
}

export type PasswordRequirements =
  | 'letters_digits'
  | 'lower_upper_letters_digits'
  | 'lower_upper_letters_digits_symbols'

/** By network address in five minutes, `anonymous` in an hour; messages to everybody together in an hour. */
export interface RateLimits {
  token?: number
  signup?: number
  verify?: number
  anonymous?: number
  emailSent?: number
  smsSent?: number
}

export interface NewBucket {
  id: string
  isPublic: boolean
  fileSizeLimitBytes?: number
  allowedTypes?: string[]
}
