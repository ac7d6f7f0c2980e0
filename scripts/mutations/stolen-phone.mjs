/** @type {import('./index.mjs').Mutation[]} */
export const mutations = [
  {
    name: 'enrol-without-proof',
    file: 'server/src/auth/factors.ts',
    find: `'AAL2 required to enroll a new factor')
  }
  await requireProof(ctx, who)`,
    replace: `'AAL2 required to enroll a new factor')
  }`,
    test: ['server/src/auth/proof.test.ts', 'a second factor asks for a proof'],
  },
  {
    name: 'close-others-without-proof',
    file: 'server/src/auth/logout.ts',
    find: `if (scope !== 'local') await requireProof(ctx, who)`,
    replace: '',
    test: ['server/src/auth/proof.test.ts', 'closing'],
  },
  {
    name: 'factor-proves-itself',
    file: 'server/platform/07_account_security.sql',
    find: `f.status = 'verified' and shown.updated_at > f.updated_at`,
    replace: `f.status = 'verified'`,
    test: ['server/src/auth/proof.test.ts', 'the first code of a factor is no proof'],
  },
  {
    name: 'mailed-password-is-trusted',
    file: 'server/platform/07_account_security.sql',
    find: `case when m.password and not m.only_mail then 'full' else 'mailed' end`,
    replace: `'full'`,
    test: ['server/src/auth/proof.test.ts', 'a password that came by mail'],
  },
  {
    name: 'recovery-codes-without-proof',
    file: 'server/src/auth/factors.ts',
    find: `'AAL2 required to renew recovery codes')
  }
  await requireProof(ctx, who)`,
    replace: `'AAL2 required to renew recovery codes')
  }`,
    test: ['server/src/auth/proof.test.ts', 'new recovery codes ask for both'],
  },
  {
    name: 'notice-proof-by-his-own-password',
    file: 'server/platform/07_account_security.sql',
    find: `case when m.user_id is null then nullif(u.encrypted_password, '') else nullif(m.trusted_hash, '') end`,
    replace: `nullif(u.encrypted_password, '')`,
    test: ['server/src/auth/notices.test.ts', 'nor with the password that he set himself'],
  },
  {
    name: 'notice-without-proof',
    file: 'server/src/auth/undo.ts',
    find: `if (!knows && !(proofs.code && (await showsFactor(client, notice, proofs.code)))) return undefined`,
    replace: '',
    test: ['server/src/auth/notices.test.ts', 'is of no use to who has the mail alone'],
  },
  {
    name: 'deletion-by-an-old-proof',
    file: 'supabase/migrations/20261122001800_cuentas.sql',
    find: `  if dada.prueba is null then
    raise`,
    replace: `  if false then
    raise`,
    test: ['supabase/tests/sql.test.ts', 'eliminar_cuenta.sql'],
  },
  {
    name: 'close-a-device-without-proof',
    file: 'supabase/migrations/20261123000900_puertas.sql',
    find: '    perform interno.exigir_prueba();',
    replace: '    null;',
    test: ['supabase/tests/sql.test.ts', 'equipos.sql'],
  },
  {
    name: 'mailbox-deletes-at-once',
    file: 'supabase/migrations/20261122001800_cuentas.sql',
    find: `efectiva_en timestamptz not null default now() + interval '24 hours'`,
    replace: 'efectiva_en timestamptz not null default now()',
    test: ['supabase/tests/sql.test.ts', 'eliminar_cuenta.sql'],
  },
  {
    name: 'mailbox-changes-at-once',
    file: 'server/platform/07_account_security.sql',
    find: `due_at timestamptz not null default now() + interval '24 hours'`,
    replace: 'due_at timestamptz not null default now()',
    test: ['server/src/auth/proof.test.ts', 'keeps a new address waiting for a day'],
  },
  {
    name: 'mailbox-enrols-at-once',
    file: 'server/src/auth/factorVerify.ts',
    find: `if (strength === 'mailed' && `,
    replace: 'if (false && ',
    test: ['server/src/auth/proof.test.ts', 'has its first factor a day later'],
  },
  {
    name: 'recovery-codes-go-with-escape',
    file: 'app/src/features/perfil/SegundoFactorDialog.tsx',
    find: 'deliberate={codigos !== null}',
    replace: 'deliberate={false}',
    e2e: ['e2e/acceso.spec.ts', 'is put in the profile'],
  },
  {
    name: 'what-waits-a-day-is-shown-nowhere',
    file: 'app/src/layout/MemberShell.tsx',
    find: '<Cambios />',
    replace: '',
    e2e: ['e2e/acceso.spec.ts', 'her devices'],
  },
]
