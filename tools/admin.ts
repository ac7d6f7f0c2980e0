import type { Settings } from '../server/src/config/environment.ts'
import type { Query } from '../server/src/ownerAccess.ts'
import './lib/env-file.ts'
import { hashPassword, readSettings, runAsOwner, sendTestMail } from '../server/src/ownerAccess.ts'
import { makePassword } from './lib/amparo.ts'
import { PRODUCT } from './lib/product.ts'
import { fail, root } from './lib/run.ts'

/**
 * What the operator does for the admin on the machine itself, whether the server runs or not; it cannot be
 * done remotely.
 * `npm run admin -- reset-factor`, `npm run admin -- new-password`, `npm run admin -- log`, `npm run admin -- test-mail ADDRESS`.
 */
const LINES = 200

const commands: Record<string, (query: Query) => Promise<string>> = {
  /** Her codes app and her recovery codes are lost. */
  async 'reset-factor'(query) {
    const [row] = await query('select interno.quitar_factor_de_admin() as id')
    if (!row?.id) return fail('No hay ninguna cuenta de administración.')
    return 'Listo: la verificación en dos pasos se quitó y sus sesiones terminaron. Al entrar se activa otra.'
  },
  /** Her password is lost and no mail reaches her, or the first one was not changed within a week. */
  async 'new-password'(query) {
    const password = makePassword()
    const [row] = await query('select interno.poner_clave_de_un_uso($1) as id', [
      await hashPassword(password),
    ])
    if (!row?.id) return fail('No hay ninguna cuenta de administración.')
    return `Contraseña de un solo uso, se muestra solo esta vez, abre una sola vez y sirve siete días: ${password}`
  },
  /** The latest lines of the audit log, newest last. */
  async log(query) {
    const rows = await query(
      `select to_char(cuando at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS"Z"') as cuando, papel, quien, verbo, tabla, clave,
         array_to_string(columnas, ',') as columnas
       from (select * from interno.bitacora order by id desc limit $1) b order by id`,
      [LINES],
    )
    return rows.map((row) => Object.values(row).filter(Boolean).join('  ')).join('\n')
  },
}

const [name = '', to] = process.argv.slice(2)
const command = commands[name]
if (!command && !(name === 'test-mail' && to))
  fail('Uso: npm run admin -- reset-factor | new-password | log | test-mail CORREO')
try {
  const settings = readSettings(process.env, PRODUCT, root)
  console.log(command ? await runAsOwner(settings, command) : await testMail(settings))
} catch (error) {
  fail(`No se pudo. ${error instanceof Error ? error.message : error}`)
}

/** Where mails go is looked at without the database: it is what an operator sets up first. */
async function testMail({ smtp }: Settings) {
  if (!smtp) return fail('No hay SMTP_HOST: los correos se quedan en el buzón local.')
  return sendTestMail(smtp, String(to))
}
