import { z } from 'zod'

// The keys of Supabase's `config.toml` that mean something here, with the defaults that its command-line tool gives them.
// Source: Supabase documentation, "Supabase CLI config" (https://supabase.com/docs/guides/local-development/cli/config), and the
// file that `supabase init` writes. `unsupported.ts` knows the others.

const duration = (fallback: string) => z.string().default(fallback)
const size = z.union([z.number().int().positive(), z.string()])
const count = z.number().int().min(1).optional()

const hook = z.object({ enabled: z.boolean().default(false), uri: z.string().default('') }).prefault({})

const email = z
  .object({
    enable_signup: z.boolean().default(true),
    enable_confirmations: z.boolean().default(false),
    otp_length: z.number().int().min(6).max(10).default(6),
    max_frequency: duration('1s'),
    secure_password_change: z.boolean().default(false),
    require_current_password: z.boolean().default(false),
    // Ours: the templates are for another service, and this server keeps to its own words.
    own_words: z.boolean().default(false),
    unconfirmed_lifetime_days: z.number().int().min(1).default(7),
    template: z
      .record(z.string(), z.object({ subject: z.string().optional(), content_path: z.string().optional() }))
      .default({}),
  })
  .prefault({})

const sms = z
  .object({
    enable_signup: z.boolean().default(false),
    max_frequency: duration('5s'),
    test_otp: z.record(z.string(), z.string()).default({}),
  })
  .prefault({})

const mfa = z
  .object({
    max_enrolled_factors: z.number().int().min(0).default(10),
    totp: z
      .object({ enroll_enabled: z.boolean().default(false), verify_enabled: z.boolean().default(false) })
      .prefault({}),
  })
  .prefault({})

const external = z
  .record(
    z.string(),
    z.object({
      enabled: z.boolean().default(false),
      client_id: z.string().default(''),
      secret: z.string().default(''),
      url: z.string().default(''),
    }),
  )
  .default({})

const auth = z
  .object({
    site_url: z.string().optional(),
    additional_redirect_urls: z.array(z.string()).default([]),
    jwt_expiry: z.number().int().min(60).max(604_800).default(3600),
    signing_keys_path: z.string().optional(),
    refresh_token_reuse_interval: z.number().int().min(0).default(10),
    enable_signup: z.boolean().default(true),
    enable_anonymous_sign_ins: z.boolean().default(false),
    enable_manual_linking: z.boolean().default(false),
    minimum_password_length: z.number().int().min(6).max(72).default(6),
    password_requirements: z
      .enum(['', 'letters_digits', 'lower_upper_letters_digits', 'lower_upper_letters_digits_symbols'])
      .default(''),
    // Ours: refuses what a list of common passwords and names finds soon, whatever characters it has.
    refuse_guessable_passwords: z.boolean().default(false),
    rate_limit: z
      .object({
        token_refresh: count,
        sign_in_sign_ups: count,
        token_verifications: count,
        anonymous_users: count,
        email_sent: count,
        sms_sent: count,
      })
      .prefault({}),
    captcha: z
      .object({
        enabled: z.boolean().default(false),
        provider: z.enum(['hcaptcha', 'turnstile']).default('hcaptcha'),
        secret: z.string().default(''),
      })
      .prefault({}),
    email,
    sms,
    sessions: z
      .object({ timebox: z.string().optional(), inactivity_timeout: z.string().optional() })
      .prefault({}),
    mfa,
    sso: z.object({ enabled: z.boolean().default(false) }).prefault({}),
    external,
    // A section of ours. Without `page`, no mail about a new device, factor, password or address is sent.
    notices: z
      .object({
        page: z
          .string()
          .regex(/^\/[a-z0-9/-]+$/)
          .optional(),
        cancel_deletion: z.string().optional(),
        return_stopped: z.string().optional(),
        others_ended: z.string().optional(),
      })
      .prefault({}),
    hook: z
      .object({
        before_user_created: hook,
        custom_access_token: hook,
      })
      .prefault({}),
  })
  .prefault({})

export const configToml = z.object({
  api: z
    .object({
      port: z.number().int().min(0).max(65_535).optional(),
      schemas: z.array(z.string()).default(['public', 'graphql_public']),
      extra_search_path: z.array(z.string()).default(['public', 'extensions']),
      max_rows: z.number().int().positive().default(1000),
    })
    .prefault({}),
  auth,
  storage: z
    .object({
      file_size_limit: size.default('50MiB'),
      image_transformation: z.object({ enabled: z.boolean().default(false) }).prefault({}),
      buckets: z
        .record(
          z.string(),
          z.object({
            public: z.boolean().default(false),
            file_size_limit: size.optional(),
            allowed_mime_types: z.array(z.string()).optional(),
          }),
        )
        .default({}),
    })
    .prefault({}),
  functions: z
    .record(
      z.string(),
      z.object({
        enabled: z.boolean().default(true),
        verify_jwt: z.boolean().default(true),
        entrypoint: z.string().optional(),
        import_map: z.string().optional(),
      }),
    )
    .default({}),
  db: z
    .object({
      seed: z
        .object({
          enabled: z.boolean().default(true),
          sql_paths: z.array(z.string()).default(['./seed.sql']),
        })
        .prefault({}),
    })
    .prefault({}),
})

export type ConfigToml = z.output<typeof configToml>
