import type { Page } from '@playwright/test'
import { exitButton } from './pages/app.ts'

/*
 * Every room of `app/src/routes.tsx` with what can be typed in it. `rooms.spec.ts` walks this table with a service that fails in every
 * way, and fails itself for a room or a form without a line. What becomes of a draft stands in docs/drafts.md.
 */

/** 180 letters without a space, as far as a field takes them. */
export const LARGA = 'Ñandúgarabatoslarguísimos'.repeat(8).slice(0, 180)

export type Who = 'visitor' | 'member' | 'admin'

export type Form = {
  /** Of `app/src`, whose forms this line fills. */
  files: string[]
  /** As whom; without it, as whoever may enter the room. */
  as?: Who
  /** Brings it before her, again after each reload. */
  open?: (page: Page) => Promise<void>
  /** What is typed, by the label of the field. */
  fields: Record<string, string>
  /** What is chosen besides. */
  choose?: (page: Page) => Promise<void>
  /** What sends it, and the question that may follow. */
  button: string
  confirm?: string
  /** Where it goes, of what changes something. */
  request: RegExp
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
      fields: { Nombre: 'Rosa', 'Correo electrónico': aMail(), Contraseña: `clave-${crypto.randomUUID()}` },
      choose: async (page) => {
        await page.getByLabel('Identidad de género').selectOption({ index: 1 })
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
  '/cuenta/enlace-vencido': NOTHING,
  '/cuenta/contrasena': [{ ...REQUEST_MAIL, as: 'visitor', request: /\/auth\/v1\/recover/ }],
  '/cuenta/enlace': [{ ...REQUEST_MAIL, as: 'visitor', request: /\/auth\/v1\/otp/ }],
  '/cuenta/no-fui-yo': NOTHING,
  '/cuenta/correo': NOTHING,
  '/camino/:codigo': NOTHING,
  '/confianza/:codigo': NOTHING,
  '/confianza/confirmar/:clave': NOTHING,
  '/alerta/:codigo': NOTHING,
  '/': NOTHING,
  '/seguridad': [
    {
      files: ['features/seguridad/contactos/ContactDialog.tsx'],
      open: press('Agregar contacto'),
      fields: { Nombre: 'Rosa', Teléfono: '55 1234 5678' },
      button: 'Guardar contacto',
      request: /\/contactos_emergencia/,
      success: 'Contacto agregado',
      survives: ['Nombre', 'Teléfono'],
    },
  ],
  '/seguridad/primeros-pasos': NOTHING,
  '/seguridad/apoyo-y-refugios': [
    {
      files: ['features/apoyo/AsociacionDialog.tsx'],
      as: 'admin',
      open: press('Agregar Asociación'),
      fields: { Nombre: `Casa ${LARGA}`, Descripción: LARGA },
      choose: hide,
      button: 'Guardar',
      request: /\/asociaciones_apoyo/,
      success: 'Asociación creada correctamente.',
      survives: ['Nombre', 'Descripción'],
    },
  ],
  '/bienestar': NOTHING,
  '/comunidad': NOTHING,
  '/comunidad/blog': [
    {
      files: ['features/blog/HistoriaForm.tsx'],
      fields: { Título: LARGA, 'Tu historia': LARGA },
      button: 'Enviar para revisión',
      request: /\/historias/,
      success: 'Historia enviada',
      survives: ['Título', 'Tu historia'],
    },
  ],
  '/comunidad/salas': NOTHING,
  '/comunidad/sala/:id': NOTHING,
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
  ],
  '/perfil': [
    {
      files: ['features/perfil/Ficha.tsx'],
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
      files: ['features/perfil/CorreoDialog.tsx'],
      open: press('Cambiar correo'),
      fields: { 'Correo nuevo': aMail() },
      button: 'Enviar los enlaces',
      request: /\/auth\/v1\/user/,
      success: 'Falta que abras dos enlaces',
      survives: [],
    },
  ],
  '/sexualidad': NOTHING,
  '/directorio-terapeutas': [
    {
      files: ['features/terapeutas/ResenaForm.tsx'],
      as: 'member',
      open: press(/^Reseñas de Teresa Olmos/),
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
      files: ['features/terapeutas/TerapeutaDialog.tsx'],
      as: 'admin',
      open: press('Agregar terapeuta'),
      fields: { Nombre: `Terapeuta ${LARGA}`, Ciudad: LARGA },
      choose: hide,
      button: 'Guardar',
      request: /\/directorio_terapeutas/,
      success: 'Terapeuta agregado correctamente',
      survives: ['Nombre', 'Ciudad'],
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
  '/payment-success': NOTHING,
  '/llamada/abrir/:sala': NOTHING,
  '/llamada/:id': NOTHING,
  '/admin': NOTHING,
  '/admin/revision': NOTHING,
  '/admin/biblioteca': NOTHING,
  '/admin/podcast': NOTHING,
  '/admin/salas': [
    {
      files: ['features/admin/SalaDialog.tsx'],
      open: press('Agregar sala'),
      fields: { Nombre: `Sala ${crypto.randomUUID().slice(0, 8)}`, Descripción: LARGA },
      choose: hide,
      button: 'Guardar',
      request: /\/salas_comunidad/,
      success: 'Sala agregada',
      survives: ['Nombre', 'Descripción'],
    },
  ],
  '/admin/legal': [
    {
      files: ['features/admin/LegalAdmin.tsx'],
      fields: { Título: LARGA, Versión: crypto.randomUUID().slice(0, 8), Texto: `<p>${LARGA}</p>` },
      // For the year 2099, so that no other test meets it.
      choose: (page) => page.getByLabel('Vigente desde').fill('2099-01-01T10:00'),
      button: 'Publicar',
      confirm: 'Publicar',
      request: /\/politicas_legales/,
      success: 'Versión programada',
      survives: ['Título', 'Versión', 'Texto'],
    },
  ],
}

/** Forms that this table does not fill, and where they are tried. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'features/admin/EpisodioDialog.tsx': 'asks for a file: publicar.spec.ts',
  'features/admin/LibroDialog.tsx': 'asks for a file: publicar.spec.ts',
  'features/admin/MotivoDialog.tsx': 'needs a story to reject: historias.spec.ts',
  'features/asistente/AjustesDialog.tsx': 'asks nobody: asistente.spec.ts',
  'features/confianza/CorreoVia.tsx': 'needs an invitation: confianza.spec.ts',
  'features/confianza/NumeroVia.tsx': 'needs an invitation: confianza.spec.ts',
  'features/cuenta/CodigoForm.tsx': 'a code that is never kept: auth.spec.ts',
  'features/cuenta/EnlaceVencido.tsx': 'asks for another mail, as RequestCorreo.tsx does: auth.spec.ts',
  'features/cuenta/Identidad.tsx': 'needs an account without an answer: identidad.spec.ts',
  'features/cuenta/NoFuiYo.tsx': 'needs the key of a notice: fin.spec.ts',
  'features/cuenta/SegundoPaso.tsx': 'a code that is never kept: auth.spec.ts',
  'features/diario/SearchEntradas.tsx': 'changes nothing: diario.spec.ts',
  'features/perfil/DeleteCuentaDialog.tsx': 'ends the account: perfil.spec.ts',
  'features/perfil/PinDialog.tsx': 'a PIN that is never kept: resguardo.spec.ts',
  'features/perfil/SegundoFactorDialog.tsx': 'a code that is never kept: auth.spec.ts',
  'features/salas/Composer.tsx': 'a line of messages of its own: salas.spec.ts, pendientes.spec.ts',
  'features/seguridad/pin/PinForm.tsx': 'a PIN that is never kept: resguardo.spec.ts',
  'features/seguridad/alarma/AjustesDialog.tsx': 'alarma.spec.ts',
  'features/seguridad/llegada/LlegadaForm.tsx': 'must never seem to run: llegada.spec.ts',
  'features/sexualidad/Calculadora.tsx': 'asks nobody: sexualidad.spec.ts',
  'layout/Prueba.tsx': 'a password that is never kept: acceso.spec.ts',
  'ui/ContrasenaForm.tsx': 'a password that is never kept: acceso.spec.ts',
  'ui/DenunciaForm.tsx': 'needs a message or a call: salas.spec.ts',
  'ui/SuspensionForm.tsx': 'needs a report: salas.spec.ts',
}

/** Behind an open dialog nothing can be reached. */
const inFront = (page: Page) => page.locator('dialog[open], body:not(:has(dialog[open]))').last()

/** The fields of a form, wherever it stands. */
export const field = (page: Page, label: string) =>
  // The label of the diary's page names its day.
  inFront(page)
    .getByLabel(label, { exact: !label.endsWith(' del') })
    .filter({ visible: true })

export async function fill(page: Page, { fields, choose }: Form): Promise<Record<string, string>> {
  const typed: Record<string, string> = {}
  for (const [label, text] of Object.entries(fields)) {
    await field(page, label).fill(text)
    // A field may take less than that.
    typed[label] = await field(page, label).inputValue()
  }
  await choose?.(page)
  return typed
}

export async function send(
  page: Page,
  { button, confirm }: Form,
  options?: { twice: boolean },
): Promise<void> {
  const one = inFront(page).getByRole('button', { name: button, exact: true })
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
      .click({ trial: true, timeout: 2_000 })
      .then(
        () => true,
        () => false,
      )
  if (!(await canBePressed(exit))) wrong.push('no «Salir rápido» that can be pressed')
  if (!(await canBePressed(help)))
    wrong.push(open ? 'no way out of the dialog' : 'no way to the number of help')
  return wrong
}
