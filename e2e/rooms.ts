import type { Locator, Page } from '@playwright/test'
import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, type MailMessage, type Member, mailboxOf } from './fixtures.ts'
import { paced } from './pace.ts'
import { exitButton, goWithin } from './pages/app.ts'
import { acceptWithoutWay, invite } from './pages/contacts.ts'
import { LUCIA } from './pages/safety.ts'
import { makeSala } from './sala.ts'
import { tono } from './sonido.ts'
import { totp } from './totp.ts'

/*
 * Every room of `app/src/app/routes.tsx` with what can be typed in it. `rooms.spec.ts` walks this table with a service that fails in every
 * way, and fails itself for a route without a line. What becomes of a draft stands in docs/product.md#nothing-typed-is-lost.
 */

/** 180 letters without a space, as far as a field takes them. */
export const LARGA = 'Ñandúgarabatoslarguísimos'.repeat(8).slice(0, 180)

export type Who = 'visitor' | 'member' | 'admin'

/** What a form may need before it can be filled in. */
export type World = {
  page: Page
  /** Who is signed in; null for a visitor. */
  her: Member | null
  admin: Member
  makeMember: (options?: { identidad?: null; username?: string }) => Promise<Member>
  makeClient: () => Promise<SupabaseClient>
  nextMail: (address: string, after?: number) => Promise<MailMessage>
  signIn: (page: Page, member: Member) => Promise<void>
}

export type Form = {
  /** The components of its forms, for the title of a test. */
  files: string[]
  /** The name of its draft, for the title of a test. */
  draft?: string
  /** Only the proof tries it. */
  rare?: true
  /** Makes what it is about. @returns where it is found, if the path of the room does not say so */
  given?: (world: World) => Promise<string | undefined>
  /** As whom; without it, as whoever may enter the room. */
  as?: Who
  /** Brings it before her, again after each reload. */
  open?: (page: Page) => Promise<void>
  /** Is there only once the service has answered. */
  loads?: true
  /** Another tab has nothing to take from it: it is kept nowhere, and ends with what it was about. */
  alone?: true
  /** The part of the page that it is in, where another form has fields of the same names. */
  within?: (page: Page) => Locator
  /** What is typed, or chosen from a list, by the label of the field. */
  fields: Record<string, string>
  /** What is chosen besides. */
  choose?: (page: Page) => Promise<void>
  /** What sends it, and the question that may follow. */
  button: string
  confirm?: string
  /** What is said instead where it had arrived before; null where a second one takes the place of the first, or is dropped. */
  again?: string | null
  /** Where it goes, of what changes something; and what is in it, where something else goes there first. */
  request: RegExp
  body?: RegExp
  /** What is said once it has arrived, and never before; null where no words are. */
  success: string | null
  /** What is said where it waits on the device until there is a network. */
  waits?: string
  /** Labels of the fields that a reload does not empty. */
  survives: string[]
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
}

/** For nobody's eyes but the admin's: other tests look at the same house. */
const hide = (page: Page) => page.getByLabel('Visible para las usuarias').uncheck()

const aMail = () => `rosa-${crypto.randomUUID()}@ejemplo.mx`

/** Rooms in which there is something to look at, and nothing to type. */
const NOTHING: Form[] = []

const some = () => crypto.randomUUID().slice(0, 8)

/** A day to come, as a field of a day takes it. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Who wrote to the team. */
let quien = ''

/** A title of the test's own, of a story that waits to be read. */
let titulo = ''

const politica = { Título: LARGA, Versión: '', Texto: LARGA, 'Qué cambió': LARGA }

const guardia = { Desde: '', Hasta: '' }

/** Whom one of the team looks up. */
let buscada = ''
/** The id of one that waits to be taken. */
let cosa = ''

/** A circle in which another member has written. @returns where it is */
async function makeCharla({ admin, makeMember }: World): Promise<string> {
  const [sala, bea] = await Promise.all([makeSala(admin), makeMember()])
  const { error } = await bea.client
    .from('mensajes_sala')
    .insert({ sala_id: sala.id, user_id: bea.id, contenido: 'algo feo', tipo: 'texto' })
  expect(error).toBeNull()
  return `/comunidad/sala/${sala.id}`
}

/** Her own stories, beside the form for a new one. */
const mine = (page: Page) => page.getByRole('region', { name: 'Tus historias' })

/** A therapist of whom somebody else has written a review. */
let terapeuta = ''

/** @param by who writes it */
async function makeResena(admin: Member, by: Member): Promise<void> {
  terapeuta = `Terapeuta ${some()}`
  const { data } = await admin.client
    .from('directorio_terapeutas')
    .insert({ nombre: terapeuta, created_by: admin.id })
    .select('id')
    .single()
  const opinion = { terapeuta_id: data!.id, user_id: by.id, puntuacion: 1, comentario: 'No escucha.' }
  expect((await by.client.from('reseñas_terapeutas').insert(opinion)).error).toBeNull()
}

async function openResenas(page: Page): Promise<void> {
  await page.getByLabel('Buscar por nombre').fill(terapeuta)
  await press(new RegExp(`reseñas de ${terapeuta}`))(page)
}

/** A story that waits in the queue of the team. */
async function makePendiente({ makeMember }: World): Promise<undefined> {
  const { client } = await makeMember()
  const { error } = await client
    .from('historias')
    .insert({ titulo: `Historia ${some()}`, contenido: 'x', anonima: true })
  expect(error).toBeNull()
  const { data } = await client.from('historias').select('id').eq('es_mia', true).single()
  cosa = data!.id
}

const takeCosa = async (page: Page) => {
  const one = page.locator(`#cosa-${cosa}`)
  await one.getByRole('button', { name: /^Tomar y leer/ }).click()
  return one
}

/** What can be done about that message. */
const about = (what: RegExp) => async (page: Page) => {
  await press(/^Opciones del mensaje/)(page)
  await page.getByRole('dialog').getByRole('button', { name: what }).click()
}

let pdf: Buffer | undefined

async function chooseFile(page: Page, label: string): Promise<void> {
  pdf ??= await (await page.request.get('/cuadernos/cuaderno-1.pdf')).body()
  const file =
    label === 'Audio'
      ? { name: 'tono.wav', mimeType: 'audio/wav', buffer: tono(1) }
      : { name: 'libro.pdf', mimeType: 'application/pdf', buffer: pdf }
  await page.getByRole('dialog').getByLabel(label).setInputFiles(file)
  await hide(page)
}

const contrasenas = { 'Contraseña actual': '', 'Contraseña nueva': `clave-${crypto.randomUUID()}` }

const deAntes = { 'Tu contraseña de antes del cambio': '' }

/** The key in the notice that somebody changed her password. */
async function noticeFor({ email }: Member, page: Page): Promise<string> {
  const baseURL = (await page.request.get('/config.json')).url()
  let key: string | undefined
  await expect(async () => {
    const inbox = await page.request.get(mailboxOf(baseURL, email))
    const mails = (await inbox.json()) as MailMessage[]
    const notice = mails.find(({ text }) => text.includes('Cambió la contraseña de tu cuenta.'))
    key = notice?.links[0]?.split('#')[1]
    expect(key).toBeDefined()
  }).toPass({ timeout: paced(15_000) })
  return key!
}

/** The second question, before which nothing is asked of the service. */
async function openDelete(page: Page): Promise<void> {
  await press('Eliminar mi cuenta')(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
}

const REQUEST_MAIL = {
  files: ['features/cuenta/RequestCorreo.tsx'],
  fields: { 'Correo electrónico': aMail() },
  button: 'Enviarme el correo',
  success: 'Revisa tu correo',
  survives: [],
}

export const ROOMS: Readonly<Record<string, Form[]>> = {
  '/landing': NOTHING,
  '/login': [
    {
      files: ['features/cuenta/Login.tsx'],
      fields: { 'Correo electrónico': aMail(), Contraseña: 'una-clave-que-no-es' },
      button: 'Iniciar sesión',
      request: /\/auth\/v1\/token/,
      success: null,
      survives: [],
    },
  ],
  '/register': [
    {
      files: ['features/cuenta/Register.tsx'],
      fields: {
        Nombre: 'Rosa',
        'Correo electrónico': aMail(),
        Contraseña: `clave-${crypto.randomUUID()}`,
        'Identidad de género': 'mujer cis',
        'Código de una amiga (opcional)': '',
      },
      button: 'Crear mi cuenta',
      request: /\/auth\/v1\/signup/,
      success: 'Registro exitoso',
      survives: ['Nombre', 'Correo electrónico'],
    },
  ],
  '/pricing': NOTHING,
  '/legal': NOTHING,
  '/cuenta/confirmada': NOTHING,
  '/cuenta/enlace-vencido': [
    {
      files: ['features/cuenta/EnlaceVencido.tsx'],
      rare: true,
      as: 'visitor',
      fields: { '¿Necesitas un enlace nuevo?': aMail() },
      button: 'Enviarme otro enlace',
      request: /\/auth\/v1\/resend/,
      success: 'Si esa cuenta espera confirmación',
      survives: [],
    },
  ],
  '/cuenta/contrasena': [{ ...REQUEST_MAIL, as: 'visitor', request: /\/auth\/v1\/recover/ }],
  '/cuenta/enlace': [
    { ...REQUEST_MAIL, as: 'visitor', request: /\/auth\/v1\/otp/ },
    {
      files: ['features/cuenta/CodigoForm.tsx'],
      rare: true,
      as: 'visitor',
      loads: true,
      alone: true,
      open: async (page) => {
        await page.getByLabel('Correo electrónico').fill(aMail(), { timeout: paced(3_000) })
        await press('Enviarme el correo')(page)
        await page.getByLabel('¿Lo lees en otro dispositivo?').waitFor({ timeout: paced(3_000) })
      },
      fields: { '¿Lo lees en otro dispositivo?': '123456' },
      button: 'Usar el código',
      request: /\/auth\/v1\/verify/,
      success: null,
      survives: [],
    },
  ],
  '/cuenta/no-fui-yo': [
    {
      files: ['features/cuenta/NoFuiYo.tsx'],
      rare: true,
      loads: true,
      alone: true,
      given: async ({ page, makeMember, makeClient, nextMail }) => {
        const her = await makeMember()
        const his = await makeClient()
        await his.auth.resetPasswordForEmail(her.email)
        const [token] = /\b\d{6}\b/.exec((await nextMail(her.email, 1)).text)!
        await his.auth.verifyOtp({ email: her.email, token: token!, type: 'recovery' })
        expect((await his.auth.updateUser({ password: 'una frase que ella no eligió' })).error).toBeNull()
        deAntes['Tu contraseña de antes del cambio'] = her.password
        return `/cuenta/no-fui-yo#${await noticeFor(her, page)}`
      },
      fields: deAntes,
      button: 'No fui yo, deshacer',
      request: /\/notices\/undo/,
      success: 'Quedó deshecho',
      survives: [],
    },
  ],
  '/cuenta/correo': NOTHING,
  '/camino/:codigo': NOTHING,
  '/confianza/:codigo': [
    {
      files: ['features/confianza/CorreoVia.tsx'],
      rare: true,
      as: 'visitor',
      loads: true,
      // Whoever said yes has a page of their own: the link opens none in another tab.
      alone: true,
      given: async ({ makeMember }) => `/confianza/${(await invite(await makeMember())).codigo}`,
      open: async (page) => {
        const yes = page.getByRole('button', { name: 'Acepto' })
        const field = page.getByLabel('Tu correo')
        await yes.or(field).first().waitFor()
        if (await yes.isVisible()) await acceptWithoutWay(page)
      },
      fields: { 'Tu correo': aMail() },
      button: 'Avisarme por correo',
      request: /\/rpc\/agregar_via/,
      success: 'Falta confirmarlo',
      survives: [],
    },
  ],
  '/confianza/confirmar/:clave': NOTHING,
  '/alerta/:codigo': NOTHING,
  '/': [
    {
      files: ['features/cuenta/Identidad.tsx'],
      rare: true,
      as: 'visitor',
      loads: true,
      alone: true,
      given: async ({ page, makeMember, signIn }) => {
        await signIn(page, await makeMember({ identidad: null }))
        return '/'
      },
      fields: { 'Identidad de género': 'mujer trans' },
      button: 'Entrar a mi espacio',
      request: /\/rpc\/declarar_identidad/,
      success: null,
      survives: [],
    },
    {
      files: ['features/cuenta/SegundoPaso.tsx'],
      rare: true,
      as: 'visitor',
      alone: true,
      given: async ({ page, makeMember, signIn }) => {
        const her = await makeMember()
        const { mfa } = her.client.auth
        const { data } = await mfa.enroll({ factorType: 'totp' })
        const code = totp(data!.totp.secret)
        expect((await mfa.challengeAndVerify({ factorId: data!.id, code })).error).toBeNull()
        await signIn(page, her)
        return '/'
      },
      fields: { 'Código de seis cifras': '000000' },
      button: 'Entrar',
      request: /\/factors\/.*\/verify/,
      success: null,
      survives: [],
    },
  ],
  '/seguridad': [
    {
      files: ['features/seguridad/contactos/ContactForm.tsx'],
      open: press('Agregar contacto'),
      fields: { Nombre: 'Rosa', Teléfono: '55 1234 5678' },
      button: 'Guardar contacto',
      request: /\/contactos_emergencia/,
      success: 'Contacto agregado',
      survives: ['Nombre', 'Teléfono'],
    },
    {
      files: ['features/seguridad/contactos/ContactForm.tsx'],
      draft: 'contacto',
      rare: true,
      loads: true,
      as: 'member',
      // By her page, which has asked for them already.
      given: async ({ page }) => {
        await goWithin(page, '/seguridad')
        await press('Agregar contacto')(page)
        const asks = page.getByRole('dialog')
        await asks.getByLabel('Nombre').fill(LUCIA.nombre)
        await asks.getByLabel('Teléfono').fill(LUCIA.telefono)
        await asks.getByRole('button', { name: 'Guardar contacto' }).click()
        await expect(asks).toHaveCount(0)
        return undefined
      },
      open: press(/^Editar a /),
      fields: { Nombre: 'Otra Lucía' },
      button: 'Guardar cambios',
      request: /\/contactos_emergencia/,
      success: 'Cambios guardados',
      survives: ['Nombre'],
    },
    {
      files: ['features/seguridad/llegada/LlegadaForm.tsx'],
      draft: 'llegada',
      rare: true,
      open: press('Pregúntame si llegué'),
      fields: { '¿A dónde vas?': LARGA, 'Una nota (opcional)': LARGA },
      button: 'Activar',
      request: /\/rpc\/iniciar_llegada/,
      success: 'Activo hasta',
      survives: ['¿A dónde vas?', 'Una nota (opcional)'],
    },
    {
      files: ['features/seguridad/alarma/AjustesOpen.tsx'],
      draft: 'ajustes de la alerta',
      loads: true,
      rare: true,
      open: press('Ajustes de tu alerta'),
      fields: { 'Tu nombre': 'Otra Rosa', 'Tu teléfono': '55 1234 5678' },
      button: 'Guardar ajustes',
      request: /\/alarma_ajustes/,
      success: 'Ajustes guardados',
      survives: ['Tu nombre', 'Tu teléfono'],
    },
  ],
  '/seguridad/primeros-pasos': NOTHING,
  '/seguridad/apoyo-y-refugios': [
    {
      files: ['features/apoyo/AsociacionDialog.tsx'],
      draft: 'asociación',
      loads: true,
      as: 'admin',
      open: press('Agregar Asociación'),
      fields: { Nombre: `Casa ${LARGA}`, Descripción: LARGA },
      choose: hide,
      button: 'Guardar',
      request: /\/asociaciones_apoyo/,
      success: 'Asociación creada correctamente.',
      survives: ['Nombre', 'Descripción'],
    },
    {
      files: ['features/apoyo/SugerenciaDialog.tsx'],
      draft: 'sugerencia',
      rare: true,
      open: press('Sugerir una ayuda'),
      fields: { 'A quién conoces y cómo ayuda': LARGA },
      button: 'Enviar',
      request: /\/sugerencias_apoyo/,
      success: 'Gracias',
      survives: ['A quién conoces y cómo ayuda'],
    },
  ],
  '/bienestar': NOTHING,
  '/comunidad': NOTHING,
  '/comunidad/blog': [
    {
      files: ['features/blog/HistoriaForm.tsx'],
      draft: 'historia',
      fields: { Título: LARGA, 'Tu historia': LARGA },
      button: 'Enviar para revisión',
      request: /\/historias/,
      success: 'Historia enviada',
      survives: ['Título', 'Tu historia'],
    },
    {
      files: ['features/blog/HistoriaForm.tsx'],
      rare: true,
      loads: true,
      as: 'member',
      given: async ({ her }) => {
        titulo = `Historia ${some()}`
        const { error } = await her!.client
          .from('historias')
          .insert({ titulo, contenido: 'x', anonima: true })
        expect(error).toBeNull()
        return undefined
      },
      open: async (page) => {
        // After a reload it is open already, with what she was changing.
        const edit = page.getByRole('button', { name: `Editar «${titulo}»` })
        const open = mine(page).getByRole('button', { name: 'Enviar para revisión' })
        await edit.or(open).first().waitFor()
        if (await edit.isVisible()) await edit.click()
      },
      within: mine,
      fields: { Título: LARGA, 'Tu historia': LARGA },
      button: 'Enviar para revisión',
      request: /\/historias/,
      success: 'Historia enviada',
      survives: ['Título', 'Tu historia'],
    },
  ],
  '/comunidad/salas': NOTHING,
  '/comunidad/sala/:id': [
    {
      files: ['components/moderation/DenunciaForm.tsx'],
      draft: 'denuncia',
      rare: true,
      loads: true,
      given: makeCharla,
      open: about(/^Denunciar mensaje/),
      fields: { '¿Quieres contar algo más?': LARGA, Motivo: 'Acoso o insultos' },
      button: 'Enviar denuncia',
      request: /\/reportes_sala/,
      success: 'Gracias por avisar',
      survives: ['¿Quieres contar algo más?'],
    },
    {
      files: ['components/moderation/DenunciaForm.tsx'],
      draft: 'denuncia de nombre',
      rare: true,
      loads: true,
      given: makeCharla,
      open: about(/^Denunciar su nombre/),
      fields: { '¿Quieres contar algo más?': LARGA, Motivo: 'Acoso o insultos' },
      button: 'Enviar denuncia',
      request: /\/reportes_sala/,
      success: 'Gracias por avisar',
      survives: ['¿Quieres contar algo más?'],
    },
    {
      files: ['components/moderation/SuspensionForm.tsx'],
      draft: 'pausa',
      rare: true,
      as: 'admin',
      loads: true,
      given: makeCharla,
      open: about(/^Pausar a /),
      fields: { Motivo: LARGA },
      button: 'Pausar',
      request: /\/rpc\/medir$/,
      again: null,
      success: 'Pausaste a',
      survives: ['Motivo'],
    },
  ],
  '/aprendizaje': NOTHING,
  '/prevencion': NOTHING,
  '/holistica': NOTHING,
  '/biblioteca': NOTHING,
  '/podcast': NOTHING,
  '/diario-emocional': [
    {
      files: ['features/diario/Editor.tsx'],
      fields: { 'Tu entrada del': LARGA },
      button: 'Guardar',
      request: /\/diario_personal/,
      success: 'Entrada guardada',
      waits: 'Guardada en este dispositivo',
      survives: ['Tu entrada del'],
    },
    {
      files: ['features/diario/SearchEntradas.tsx'],
      rare: true,
      alone: true,
      fields: { Palabras: LARGA },
      button: 'Buscar',
      request: /\/rpc\/buscar_en_diario/,
      success: 'No encontramos esas palabras',
      survives: [],
    },
  ],
  '/perfil': [
    {
      files: ['features/perfil/Ficha.tsx'],
      draft: 'perfil',
      loads: true,
      open: async (page) => {
        // After a reload it is open already, with what she was changing.
        const edit = page.getByRole('button', { name: 'Editar perfil' })
        const open = page.getByRole('button', { name: 'Guardar cambios' })
        await edit.or(open).first().waitFor()
        if (await edit.isVisible()) await edit.click()
      },
      fields: { Nombre: 'Otra Rosa' },
      button: 'Guardar cambios',
      request: /\/profiles/,
      success: 'Perfil actualizado',
      survives: ['Nombre'],
    },
    {
      files: ['features/perfil/DecisionesSection.tsx'],
      draft: 'respuesta',
      rare: true,
      as: 'member',
      loads: true,
      given: async ({ her, admin }) => {
        // Whom the team can read.
        const { data: sala } = await admin.client.from('salas_comunidad').select('id').limit(1).single()
        await her!.client
          .from('mensajes_sala')
          .insert({ sala_id: sala!.id, user_id: her!.id, contenido: 'hola', tipo: 'texto' })
        const { error } = await admin.client.from('suspensiones').insert({
          user_id: her!.id,
          motivo: 'Insultos',
          alcance: 'falta',
          hasta: new Date(Date.now() + 86_400_000).toISOString(),
        })
        expect(error).toBeNull()
        return undefined
      },
      fields: { 'Tu respuesta': LARGA },
      button: 'Responder',
      request: /\/rpc\/apelar/,
      success: 'Tu respuesta llegó',
      survives: ['Tu respuesta'],
    },
    {
      files: ['features/perfil/CorreoDialog.tsx'],
      open: press('Cambiar correo'),
      fields: { 'Correo nuevo': aMail() },
      button: 'Enviar los enlaces',
      request: /\/auth\/v1\/user/,
      success: 'Falta que abras dos enlaces',
      survives: [],
    },
    {
      files: ['components/form/ContrasenaForm.tsx'],
      rare: true,
      as: 'member',
      given: async ({ her }) => {
        contrasenas['Contraseña actual'] = her!.password
        return undefined
      },
      open: press('Cambiar contraseña'),
      fields: contrasenas,
      button: 'Guardar contraseña',
      request: /\/auth\/v1\/user/,
      success: 'Contraseña guardada',
      survives: [],
    },
    {
      files: ['features/perfil/SegundoFactorDialog.tsx'],
      rare: true,
      as: 'member',
      loads: true,
      alone: true,
      open: async (page) => {
        await press('Activar la verificación')(page)
        await page.getByLabel('El código que muestra ahora').waitFor({ timeout: paced(3_000) })
      },
      fields: { 'El código que muestra ahora': '000000' },
      button: 'Activar',
      request: /\/factors\/.*\/verify/,
      success: null,
      survives: [],
    },
    {
      files: ['features/perfil/DeleteCuentaDialog.tsx'],
      rare: true,
      as: 'member',
      alone: true,
      open: openDelete,
      fields: {},
      button: 'Eliminar para siempre',
      request: /\/rpc\/eliminar_mi_cuenta/,
      // A rehearsal goes before it.
      body: /historias_anonimas/,
      success: 'Tu cuenta fue eliminada',
      survives: [],
    },
    {
      files: ['app/layout/Prueba.tsx'],
      rare: true,
      as: 'member',
      loads: true,
      alone: true,
      // As if she had entered long ago.
      given: async ({ page }) => {
        await page.route('**/rpc/eliminar_mi_cuenta', (route) =>
          route.fulfill({ status: 428, json: { code: 'PT428' } }),
        )
        await page.route('**/auth/v1/reauthenticate', (route) =>
          route.request().postData() === '{}'
            ? route.fulfill({ json: { asks: ['password'] } })
            : route.fallback(),
        )
        return undefined
      },
      open: async (page) => {
        await openDelete(page)
        await page.getByRole('button', { name: 'Eliminar para siempre' }).click()
        await page.getByRole('dialog', { name: 'Confirma que eres tú' }).getByRole('textbox').waitFor()
      },
      fields: { 'Escribe tu contraseña para continuar': 'una-clave-que-no-es' },
      button: 'Continuar',
      request: /\/auth\/v1\/reauthenticate/,
      success: null,
      survives: [],
    },
  ],
  '/sexualidad': NOTHING,
  '/directorio-terapeutas': [
    {
      files: ['features/terapeutas/ResenaForm.tsx'],
      draft: 'reseña',
      loads: true,
      as: 'member',
      open: press(/reseñas de Teresa Olmos/),
      fields: { 'Tu comentario': LARGA },
      choose: async (page) => {
        await page.getByRole('radio', { name: '4 de 5, Buena' }).check({ force: true })
      },
      button: 'Publicar reseña',
      request: /\/rese(ñ|%C3%B1)as_terapeutas/,
      success: '¡Gracias! Tu reseña ha sido publicada.',
      survives: ['Tu comentario'],
    },
    {
      files: ['features/terapeutas/ResenaForm.tsx'],
      draft: 'reseña cambiada',
      rare: true,
      loads: true,
      as: 'member',
      given: async ({ admin, her }) => {
        await makeResena(admin, her!)
        return undefined
      },
      open: async (page) => {
        await openResenas(page)
        // After a reload it is open already, with what she was changing.
        const edit = page.getByRole('button', { name: 'Editar mi reseña' })
        const open = page.getByRole('button', { name: 'Guardar cambios' })
        await edit.or(open).first().waitFor()
        if (await edit.isVisible()) await edit.click()
      },
      fields: { 'Tu comentario': LARGA },
      button: 'Guardar cambios',
      request: /\/rese(ñ|%C3%B1)as_terapeutas/,
      success: 'Reseña actualizada',
      survives: ['Tu comentario'],
    },
    {
      files: ['components/moderation/DenunciaForm.tsx'],
      draft: 'denuncia de reseña',
      rare: true,
      loads: true,
      as: 'member',
      given: async ({ admin, makeMember }) => {
        await makeResena(admin, await makeMember())
        return undefined
      },
      open: async (page) => {
        await openResenas(page)
        await press(/^Denunciar la reseña del /)(page)
      },
      fields: { '¿Quieres contar algo más?': LARGA, Motivo: 'Acoso o insultos' },
      button: 'Enviar denuncia',
      request: /\/reportes_sala/,
      success: 'Gracias por avisar',
      survives: ['¿Quieres contar algo más?'],
    },
    {
      files: ['features/terapeutas/TerapeutaDialog.tsx'],
      draft: 'terapeuta',
      loads: true,
      as: 'admin',
      open: press('Agregar terapeuta'),
      fields: { Nombre: `Terapeuta ${LARGA}`, Ciudad: LARGA },
      choose: hide,
      button: 'Guardar',
      request: /\/directorio_terapeutas/,
      success: 'Terapeuta agregado correctamente',
      survives: ['Nombre', 'Ciudad'],
    },
    {
      files: ['features/terapeutas/RespuestaDialog.tsx'],
      loads: true,
      rare: true,
      as: 'admin',
      open: async (page) => {
        await press(/reseñas de Mariana Ruiz/)(page)
        await press(/^(Responder|Editar la respuesta a) la reseña/)(page)
      },
      fields: { 'Su respuesta': LARGA },
      button: 'Publicar respuesta',
      request: /\/respuestas_terapeutas/,
      success: 'Respuesta publicada',
      survives: ['Su respuesta'],
    },
  ],
  '/agenda': [
    {
      files: ['features/agenda/EventoForm.tsx'],
      fields: { Título: LARGA },
      button: 'Agregar evento',
      request: /\/agenda_personal/,
      success: 'Evento agregado',
      waits: 'Guardado en este dispositivo',
      survives: ['Título'],
    },
  ],
  '/referidos': NOTHING,
  '/confiabilidad': NOTHING,
  '/soporte': [
    {
      files: ['features/soporte/Soporte.tsx'],
      draft: 'soporte',
      as: 'member',
      fields: { 'Tu mensaje': LARGA },
      button: 'Enviar',
      request: /\/mensajes_soporte/,
      success: 'Mensaje enviado',
      waits: 'Mensaje guardado',
      survives: ['Tu mensaje'],
    },
  ],
  '/novedades': NOTHING,
  '/payment-success': NOTHING,
  '/llamada/abrir/:sala': NOTHING,
  '/llamada/:id': NOTHING,
  '/admin': NOTHING,
  '/admin/hoy': [
    {
      files: ['features/admin/equipo/GuardiasSection.tsx'],
      draft: 'guardia',
      loads: true,
      rare: true,
      // A minute of its own: what another way of failing has stored already is refused.
      given: async () => {
        const hour = String(1 + Math.floor(Math.random() * 22)).padStart(2, '0')
        const minute = 10 + Math.floor(Math.random() * 49)
        guardia.Desde = `${hour}:${minute}`
        guardia.Hasta = `${hour}:${minute + 1}`
        return undefined
      },
      open: press('Tomar una guardia'),
      fields: guardia,
      button: 'Guardar',
      request: /\/guardias(\?|$)/,
      success: 'Guardia guardada',
      survives: ['Desde', 'Hasta'],
    },
  ],
  '/admin/miradas': NOTHING,
  '/admin/revision': [
    {
      files: ['features/admin/revision/DecisionForm.tsx'],
      draft: 'decisión',
      loads: true,
      given: makePendiente,
      open: async (page) => {
        await (await takeCosa(page)).getByRole('button', { name: 'No publicar' }).click()
      },
      fields: { 'Palabras para ella': LARGA },
      button: 'No publicar',
      request: /\/rpc\/decidir/,
      success: 'Historia no publicada',
      again: 'Ya lo decidiste',
      survives: ['Palabras para ella'],
    },
    {
      files: ['components/moderation/SuspensionForm.tsx'],
      draft: 'medida',
      rare: true,
      loads: true,
      given: makePendiente,
      open: async (page) => {
        await (await takeCosa(page)).getByRole('button', { name: 'Falta o pausa' }).click()
      },
      fields: { Motivo: LARGA },
      button: 'Pausar',
      request: /\/rpc\/medir_autora/,
      success: 'Decisión guardada',
      survives: ['Motivo'],
    },
    {
      files: ['features/admin/revision/MotivoDialog.tsx'],
      draft: 'motivo',
      loads: true,
      rare: true,
      given: async ({ makeMember, admin }) => {
        titulo = `Historia ${some()}`
        const { client } = await makeMember()
        const { error } = await client.from('historias').insert({ titulo, contenido: 'x', anonima: true })
        expect(error).toBeNull()
        await admin.client.from('historias').update({ estado: 'publicada' }).eq('titulo', titulo)
        return undefined
      },
      open: async (page) => {
        await press('Historias ya leídas')(page)
        await press(`Ocultar «${titulo}»`)(page)
      },
      fields: { Motivo: LARGA },
      button: 'Ocultar',
      request: /\/historias/,
      success: 'Historia oculta',
      survives: ['Motivo'],
    },
  ],
  '/admin/directorio': NOTHING,
  '/admin/emergencias': [
    {
      files: ['features/apoyo/admin/EmergenciasAdmin.tsx'],
      draft: 'emergencias',
      loads: true,
      rare: true,
      open: press('Editar Guatemala'),
      fields: { 'Fecha de la fuente': '2026-11-21' },
      button: 'Guardar',
      request: /\/numeros_emergencia/,
      success: 'Números guardados',
      survives: ['Fecha de la fuente'],
    },
  ],
  // Its forms are those of the two rooms below.
  '/admin/contenidos': NOTHING,
  '/admin/biblioteca': [
    {
      files: ['features/admin/contenidos/LibroDialog.tsx'],
      draft: 'libro',
      loads: true,
      rare: true,
      open: press('Agregar libro'),
      fields: { Título: `Libro ${some()}`, Autora: LARGA },
      choose: (page) => chooseFile(page, 'Archivo PDF'),
      button: 'Guardar',
      request: /\/rest\/v1\/biblioteca_libros/,
      success: 'Libro agregado',
      survives: ['Título', 'Autora'],
    },
  ],
  '/admin/podcast': [
    {
      files: ['features/admin/contenidos/EpisodioDialog.tsx'],
      draft: 'episodio',
      loads: true,
      rare: true,
      open: press('Agregar episodio'),
      fields: { Título: `Episodio ${some()}`, Descripción: LARGA },
      choose: (page) => chooseFile(page, 'Audio'),
      button: 'Guardar',
      request: /\/rest\/v1\/podcast/,
      success: 'Episodio agregado',
      survives: ['Título', 'Descripción'],
    },
  ],
  '/admin/salas': [
    {
      files: ['features/admin/salas/SalaDialog.tsx'],
      draft: 'sala',
      loads: true,
      open: press('Agregar sala'),
      fields: { Nombre: `Sala ${crypto.randomUUID().slice(0, 8)}`, Descripción: LARGA },
      choose: hide,
      button: 'Guardar',
      request: /\/salas_comunidad/,
      success: 'Sala agregada',
      survives: ['Nombre', 'Descripción'],
    },
  ],
  '/admin/usuarias': [
    {
      files: ['features/admin/usuarias/UsuariasAdmin.tsx'],
      rare: true,
      fields: { 'Nombre o correo completo': LARGA },
      button: 'Buscar',
      request: /\/rpc\/buscar_miembros/,
      success: 'Nadie con ese nombre',
      survives: [],
    },
    {
      files: ['components/moderation/SuspensionForm.tsx'],
      rare: true,
      loads: true,
      given: async ({ makeMember }) => {
        buscada = (await makeMember()).email
        return undefined
      },
      open: async (page) => {
        await page.getByLabel('Nombre o correo completo').fill(buscada)
        await press('Buscar')(page)
        await press(/^Abrir la ficha de /)(page)
        await page.getByLabel('¿Para qué la consultas?').fill('La denunciaron')
        await press('Consultar')(page)
        await page.getByLabel('Motivo').waitFor()
      },
      fields: { Motivo: LARGA },
      button: 'Pausar',
      request: /\/rpc\/medir$/,
      again: null,
      success: 'Decisión guardada',
      survives: ['Motivo'],
    },
  ],
  '/admin/equipo': [
    {
      files: ['features/admin/equipo/EquipoAdmin.tsx'],
      draft: 'convocatoria',
      loads: true,
      open: press('Invitar'),
      fields: { 'Su correo': aMail() },
      button: 'Invitar',
      request: /\/convocatorias/,
      success: 'Invitación enviada',
      again: null,
      survives: ['Su correo'],
    },
  ],
  '/admin/comunicados': [
    {
      files: ['features/admin/novedades/ComunicadosAdmin.tsx'],
      draft: 'comunicado',
      loads: true,
      rare: true,
      open: press('Escribir'),
      // Of next month: nobody of the other tests reads it.
      fields: { Título: LARGA.slice(0, 100), Texto: LARGA, Desde: dayIn(30), Hasta: dayIn(35) },
      button: 'Publicar',
      request: /\/rest\/v1\/comunicados/,
      success: 'Comunicado publicado',
      survives: ['Título', 'Texto', 'Desde', 'Hasta'],
    },
  ],
  '/admin/eventos': [
    {
      files: ['features/admin/novedades/EncuentroDialog.tsx'],
      draft: 'encuentro',
      loads: true,
      rare: true,
      open: press('Agregar evento'),
      fields: {
        Título: `Evento ${some()}`,
        Descripción: LARGA,
        Día: dayIn(30),
        Hora: '18:30',
        Lugares: '12',
        'Enlace para entrar': 'https://video.test/sala',
      },
      button: 'Guardar',
      request: /\/rest\/v1\/encuentros/,
      success: 'Evento agregado',
      survives: ['Título', 'Descripción', 'Día', 'Hora', 'Lugares', 'Enlace para entrar'],
    },
  ],
  '/admin/estado': NOTHING,
  '/admin/cifras': NOTHING,
  '/admin/fallos': NOTHING,
  '/admin/soporte': [
    {
      files: ['features/admin/soporte/HiloSoporte.tsx'],
      draft: 'respuesta de soporte',
      loads: true,
      given: async ({ makeMember }) => {
        const her = await makeMember({ username: `Noemí ${some()}` })
        quien = her.username
        await her.client.from('mensajes_soporte').insert({ user_id: her.id, texto: LARGA })
        return undefined
      },
      open: async (page) => {
        await page.getByRole('button', { name: `Abrir lo que escribió ${quien}` }).click()
      },
      fields: { 'Tu respuesta': LARGA },
      button: 'Responder',
      request: /\/rpc\/responder_hilo/,
      success: 'Respuesta enviada',
      survives: ['Tu respuesta'],
    },
  ],
  '/admin/legal': [
    {
      files: ['features/admin/legal/PoliticaForm.tsx'],
      draft: 'política',
      loads: true,
      // A version is published once.
      given: async () => {
        politica.Versión = some()
        return undefined
      },
      open: async (page) => {
        const begin = page.getByRole('button', { name: /^(Escribir una versión nueva|Seguir escribiendo)$/ })
        await page.getByRole('textbox', { name: 'Título' }).or(begin).first().waitFor()
        if ((await begin.count()) > 0) await begin.first().click()
      },
      fields: politica,
      // For the year 2099, so that no other test meets it.
      choose: (page) => page.getByLabel('Vigente desde').fill('2099-01-01T10:00'),
      button: 'Programar',
      confirm: 'Programar',
      request: /\/rpc\/publicar_politica/,
      success: 'Versión programada',
      survives: ['Título', 'Versión', 'Texto', 'Qué cambió'],
    },
  ],
}

/** Behind an open dialog nothing can be reached. */
export const inFront = (page: Page) => page.locator('dialog[open], body:not(:has(dialog[open]))').last()

/** The fields of a form, wherever it stands. */
export const field = (page: Page, { within = inFront }: Form, label: string) =>
  // The label of the diary's page names its day.
  within(page)
    .getByLabel(label, { exact: !label.endsWith(' del') })
    .filter({ visible: true })

/** What stands in a field; a long text is no field of the browser's. */
export const typedIn = (one: Locator): Promise<string> =>
  one.evaluate((element) =>
    element instanceof HTMLElement && element.isContentEditable
      ? (element.textContent ?? '')
      : (element as HTMLInputElement).value,
  )

export async function fill(page: Page, form: Form): Promise<Record<string, string>> {
  const typed: Record<string, string> = {}
  for (const [label, text] of Object.entries(form.fields)) {
    const one = field(page, form, label)
    const isList = await one.evaluate((element) => element.localName === 'select')
    await (isList ? one.selectOption(text) : one.fill(text))
    // A field may take less than that.
    typed[label] = await typedIn(one)
  }
  await form.choose?.(page)
  return typed
}

export async function send(
  page: Page,
  { button, confirm, within = inFront }: Form,
  options?: { twice: boolean },
): Promise<void> {
  const one = within(page).getByRole('button', { name: button, exact: true })
  if (confirm) {
    await one.click()
    const sure = page.getByRole('dialog').getByRole('button', { name: confirm, exact: true })
    await (options?.twice ? sure.dblclick() : sure.click())
  } else await (options?.twice ? one.dblclick() : one.click())
}

/** She can leave, and get to help, from where she is; out of a dialog first, if one is open. @returns what is in her way */
export async function inHerWay(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog').last()
  const open = (await dialog.count()) > 0
  const exit = open ? dialog.getByRole('button', { name: 'Salir rápido' }) : exitButton(page)
  const help = open
    ? dialog.getByRole('button', { name: /^(Cerrar|Cancelar)$/ })
    : page.locator('a[href^="tel:"], a[href="/seguridad"]').filter({ visible: true })
  const wrong: string[] = []
  const canBePressed = (one: typeof exit) =>
    one
      .first()
      .click({ trial: true, timeout: paced(2_000) })
      .then(
        () => true,
        () => false,
      )
  if (!(await canBePressed(exit))) wrong.push('no «Salir rápido» that can be pressed')
  if (!(await canBePressed(help)))
    wrong.push(open ? 'no way out of the dialog' : 'no way to the number of help')
  return wrong
}
