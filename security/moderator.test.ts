import bcrypt from 'bcrypt'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD, type Person, type Server, startServer } from './server.ts'

/*
 * Somebody got hold of an account of the team. What each role may read and change, and that it leaves a line in the log, is tested in
 * `supabase/tests` (papeles, administracion, segundo_paso, bitacora, nombres_mostrados, historias_al_irse, fechas, encuentros).
 */

const EMAIL = 'direccion@ejemplo.mx'
const PRINTED = 'una clave impresa'

let server: Server
let id: string
beforeAll(async () => {
  server = await startServer({ AMPARO_RATE_FACTOR: '100000', ADMIN_EMAIL: EMAIL })
  const [row] = await server.sql('select id from auth.users where email = $1', [EMAIL])
  id = String(row!.id)
})
afterAll(() => server?.stop())

/** As the operator prints it: `npm run admin -- new-password`. */
const print = async () =>
  server.sql('select interno.poner_clave_de_un_uso($1)', [await bcrypt.hash(PRINTED, 4)])

describe('with the password that was printed for the administrator', () => {
  let thief: Person
  beforeEach(async () => {
    await server.sql('delete from auth.mfa_factors where user_id = $1', [id])
    await print()
    thief = await server.signIn({ id, email: EMAIL, password: PRINTED })
    expect((await thief.client.rpc('declarar_identidad', { identidad: 'mujer cis' })).error).toBeNull()
  })

  it('adds a second factor and keeps the printed password: nothing of the team opens', async () => {
    const { data } = await thief.client.auth.mfa.enroll({ factorType: 'totp' })
    const code = generateSync({ secret: data!.totp.secret })
    const shown = await thief.client.auth.mfa.challengeAndVerify({ factorId: data!.id, code })
    expect(shown.error).toBeNull()
    expect((await thief.client.rpc('estado_admin')).data).toBe('clave')
    const { error } = await thief.client.from('asociaciones_apoyo').insert({ nombre: 'Casa falsa' })
    expect(error).toMatchObject({ code: '42501' })
  })

  it('«changes» it to itself: it stays a printed one', async () => {
    const { error } = await thief.client.auth.updateUser({ password: PRINTED, current_password: PRINTED })
    expect(error).not.toBeNull()
    expect((await thief.client.rpc('estado_admin')).data).toBe('clave')
  })

  it('keeps a session open while she chooses a password of her own: it ends', async () => {
    // It opens one session: for hers the operator takes the mark back.
    await server.sql('update interno.claves_de_un_uso set usada_en = null')
    const her = await server.signIn({ id, email: EMAIL, password: PRINTED })
    expect((await thief.send('/rest/v1/agenda_personal')).status).toBe(200)
    const changed = await her.client.auth.updateUser({ password: PASSWORD, current_password: PRINTED })
    expect(changed.error).toBeNull()
    expect((await thief.send('/rest/v1/agenda_personal')).status).toBe(401)
  })
})
