import type { Page } from '@playwright/test'
import { test as base, expect, type Member, mailboxOf } from '../fixtures.ts'
import { paced } from '../pace.ts'
import { enterByForm, signOut } from '../pages/account.ts'
import { expectAccessible, expectNoSidewaysScroll, REFUSED, toast } from '../pages/app.ts'
import { storedSession } from '../pages/device.ts'
import { totp } from '../totp.ts'

const test = base.extend<{ opens: (email: string, password: string) => Promise<boolean> }>({
  /** Whether the service takes this password. */
  opens: async ({ makeClient }, use) => {
    await use(async (email, password) => {
      const client = await makeClient()
      return (await client.auth.signInWithPassword({ email, password })).error === null
    })
  },
})

test.use({ expectedErrors: [REFUSED] })

async function askForMail(page: Page, { email }: Pick<Member, 'email'>) {
  await page.goto('/login')
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByRole('button', { name: 'Enviarme el correo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Revisa tu correo' })).toBeVisible()
}

async function setPassword(page: Page, password: string) {
  await page.getByLabel('Contraseña nueva').fill(password)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
}

const newPasswordPage = (page: Page) => page.getByRole('heading', { level: 1, name: 'Tu contraseña nueva' })

let counter = 0
const newAddress = () => `nueva-${process.pid}-${Date.now()}-${++counter}@ejemplo.mx`

async function fillRegister(page: Page, { email = newAddress(), identidad = 'mujer cis' } = {}) {
  await page.getByLabel('Nombre', { exact: true }).fill('Lucía')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill('una frase corta')
  await page.getByLabel('Identidad de género').selectOption(identidad)
  return email
}

const submitRegister = (page: Page) => page.getByRole('button', { name: 'Crear mi cuenta' }).click()

test('a forgotten password: the link opens on this device alone, a code works too, and who was in with the old one is out', async ({
  page,
  browser,
  makeMember,
  mailFor,
  nextMail,
  opens,
}) => {
  const ana = await makeMember()
  const mails = (await mailFor(ana.email)).length
  await test.step('the link on another device says where it opens', async () => {
    await askForMail(page, ana)
    await expectAccessible(page)
    const mail = await nextMail(ana.email, mails)
    expect(mail.subject).toBe('Tu enlace de acceso')
    const other = await browser.newPage()
    await other.goto(mail.links[0]!)
    await expect(other.getByText(/solo abre en el dispositivo donde lo pediste/)).toBeVisible()
    await other.close()
  })
  await test.step('the code of the mail leads to a new password', async () => {
    await askForMail(page, ana)
    const code = /código: (\d{6})/.exec((await nextMail(ana.email, mails + 1)).text)![1]!
    await page.getByLabel('¿Lo lees en otro dispositivo?').fill(code === '123456' ? '654321' : '123456')
    await page.getByRole('button', { name: 'Usar el código' }).click()
    await expect(
      page.getByText('Ese código no es, o ya venció. Revísalo en el último correo, o pide otro.'),
    ).toBeVisible()
    await page.getByLabel('¿Lo lees en otro dispositivo?').fill(code)
    await page.getByRole('button', { name: 'Usar el código' }).click()
    await expect(newPasswordPage(page)).toBeVisible()
    await expectAccessible(page)
    await setPassword(page, ana.password)
    await expect(page.getByText('La contraseña nueva debe ser distinta de la anterior.')).toBeVisible()
    await setPassword(page, 'bugambilias en la barda')
    await expect(toast(page, 'Contraseña guardada')).toBeVisible()
    await expect(page).toHaveURL((url) => url.pathname === '/')
    expect(await opens(ana.email, ana.password)).toBe(false)
    expect(await opens(ana.email, 'bugambilias en la barda')).toBe(true)
    expect((await ana.client.auth.getUser()).error).not.toBeNull()
  })
})

test('a mailed link lets her in without the password, once, and on this device', async ({
  page,
  makeMember,
  mailFor,
  nextMail,
}) => {
  const ana = await makeMember()
  const mails = (await mailFor(ana.email)).length
  const ask = async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Entrar con un enlace' }).click()
    await page.getByLabel('Correo electrónico').fill(ana.email)
    await page.getByRole('button', { name: 'Enviarme el correo' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Revisa tu correo' })).toBeVisible()
  }
  await ask()
  await expectAccessible(page)
  const mail = await nextMail(ana.email, mails)
  expect(mail.subject).toBe('Tu enlace de acceso')
  await page.goto(mail.links[0]!)
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await expect(page.getByRole('navigation').first()).toBeVisible()

  // The same link once more, on a device that is out, says what a new one is for.
  await page.evaluate(() => localStorage.clear())
  await page.goto(mail.links[0]!)
  await expect(page).toHaveURL(/\/cuenta\/enlace-vencido$/)
  await expect(page.getByText('También puedes entrar con tu contraseña.')).toBeVisible()
  await page.getByLabel('¿Necesitas un enlace nuevo?').fill(ana.email)
  await page.getByRole('button', { name: 'Enviarme otro enlace' }).click()
  await expect(toast(page, 'Listo')).toContainText('ahí llegará un enlace nuevo')
  await page.goto((await nextMail(ana.email, mails + 1)).links[0]!)
  await expect(page).toHaveURL((url) => url.pathname === '/')
})

test('a second factor is put in the profile, asked for when she enters, replaced by a recovery code, and taken away', async ({
  page,
  makeMember,
  signIn,
  opens,
}) => {
  const ana = await makeMember()
  await signIn(page, ana, '/perfil')
  const section = page.getByRole('region', { name: 'Verificación en dos pasos' })
  await section.getByRole('button', { name: 'Activar la verificación' }).click()
  const dialog = page.getByRole('dialog')
  const picture = dialog.getByRole('img', { name: /escanear/ })
  await expect(picture).toBeVisible()
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0)
  await expectAccessible(page)
  const link = new URL(
    (await dialog.getByRole('link', { name: 'Abrir mi app de códigos' }).getAttribute('href'))!,
  )
  const key = link.searchParams.get('secret')!
  await expect(dialog.getByText(key.replace(/(.{4})(?=.)/g, '$1 '))).toBeVisible()
  expect(decodeURIComponent(link.href)).not.toMatch(/amparo/i)

  const code = dialog.getByLabel('El código que muestra ahora')
  await code.fill('12')
  await dialog.getByRole('button', { name: 'Activar' }).click()
  await expect(dialog.getByText('El código tiene seis cifras.')).toBeVisible()
  await code.fill(totp(key, Date.now() - 3_600_000))
  await dialog.getByRole('button', { name: 'Activar' }).click()
  await expect(dialog.getByText('Ese código no es el de ahora. Revísalo e inténtalo de nuevo.')).toBeVisible()
  await code.fill(totp(key))
  await dialog.getByRole('button', { name: 'Activar' }).click()
  const codes = dialog.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectAccessible(page)
  const [recovery] = await codes.allTextContents()
  // They are shown once: neither Escape, however often, nor a hurried press takes them from her.
  for (let press = 0; press < 3; press++) await page.keyboard.press('Escape')
  await expect(codes).toHaveCount(10)
  await expect(dialog.getByRole('button', { name: 'Cerrar' })).toBeHidden()
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await expect(dialog.getByText('Primero cópialos o apúntalos')).toBeVisible()
  await dialog.getByLabel('Ya los guardé donde solo yo los encuentro.').check()
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await expect(section.getByText('Activada')).toBeVisible()
  // Her other sessions, which had shown the password alone, are out.
  expect((await ana.client.auth.getUser()).error).not.toBeNull()

  await page.goto('/perfil')
  await signOut(page)
  await page.goto('/login')
  await enterByForm(page, ana)
  const step = page.getByRole('heading', { level: 1, name: 'Un paso más' })
  await expect(step).toBeVisible()
  await page.goto('/diario-emocional')
  await expect(step, 'no screen opens before it').toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Código de seis cifras').fill('000000')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByText('Ese código no es el de ahora. Revísalo e inténtalo de nuevo.')).toBeVisible()
  await page.getByRole('button', { name: 'No tengo mi app de códigos' }).click()
  await page.getByLabel('Código de recuperación').fill(recovery!)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page).toHaveURL(/\/diario-emocional$/)
  await expect(step).toBeHidden()

  await page.goto('/perfil')
  await section.getByRole('button', { name: 'Quitar la verificación' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar', exact: true }).click()
  await expect(section.getByRole('button', { name: 'Activar la verificación' })).toBeVisible()
  expect(await opens(ana.email, ana.password)).toBe(true)
})

test('in her profile: what waits is taken back, the password is changed with the old one alone, and she is out everywhere at once', async ({
  page,
  makeMember,
  signIn,
  opens,
}) => {
  const ana = await makeMember()
  // What a mailbox alone asked for waits a day: every device of hers shows it, and any of them takes it back.
  let pending = [
    { tipo: 'baja', pedido_en: '2026-05-01T08:00:00Z', efectivo_en: '2026-05-02T08:00:00Z' },
    { tipo: 'correo', pedido_en: '2026-05-01T08:00:00Z', efectivo_en: '2026-05-02T08:00:00Z' },
  ]
  await page.route('**/rest/v1/rpc/cambios_pendientes*', (route) => route.fulfill({ json: pending }))
  await page.route('**/rest/v1/rpc/cancelar_cambio', async (route) => {
    const { tipo } = route.request().postDataJSON()
    pending = pending.filter((change) => change.tipo !== tipo)
    await route.continue()
  })
  await signIn(page, ana, '/perfil')
  const waiting = page.getByRole('region', { name: 'Cambios pendientes de tu cuenta' })
  const deletion = waiting.getByText(/^Tu cuenta se eliminará el /)
  await expect(deletion).toBeVisible()
  await expect(waiting.getByText(/^El correo de tu cuenta cambiará el /)).toBeVisible()
  await waiting.getByRole('button', { name: 'Cancelar' }).first().click()
  await expect(toast(page, 'Cancelado')).toBeVisible()
  await expect(deletion).toBeHidden()
  await waiting.getByRole('button', { name: 'Cancelar' }).click()
  await expect(waiting).toBeHidden()

  const devices = page.getByRole('region', { name: 'Tu acceso' }).getByRole('listitem')
  // The test's own client and this page.
  await expect(devices).toHaveCount(2)
  await expect(devices.filter({ hasText: 'Este equipo' })).toHaveCount(1)
  await expect(devices.first()).toContainText(/Último uso: \d+ de [a-z]+ de \d{4}, \d\d:\d\d/)

  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar contraseña' })
  await expectAccessible(page)
  await dialog.getByLabel('Contraseña actual').fill('no es esta')
  await dialog.getByLabel('Contraseña nueva').fill('bugambilias en la barda')
  await dialog.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(dialog.getByText('Esa no es tu contraseña.')).toBeVisible()
  await dialog.getByLabel('Contraseña actual').fill(ana.password)
  await dialog.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(toast(page, 'Contraseña guardada')).toBeVisible()
  expect((await ana.client.auth.getUser()).error).not.toBeNull()
  expect(await opens(ana.email, ana.password)).toBe(false)

  const password = 'bugambilias en la barda'
  expect((await ana.client.auth.signInWithPassword({ email: ana.email, password })).error).toBeNull()
  await page.reload()
  await expect(devices).toHaveCount(2)
  await page.getByRole('button', { name: 'Cerrar sesión en todos lados' }).click()
  await page.getByRole('button', { name: 'Cerrar todas' }).click()
  await expect(page).toHaveURL(/\/landing$/)
  expect(await storedSession(page)).toBeNull()
  expect((await ana.client.auth.getUser()).error).not.toBeNull()
})

test('she registers and the code of the mail lets her in, also after the phone dropped the page; another address could be registered', async ({
  page,
  nextMail,
}) => {
  await page.goto('/register')
  const email = await fillRegister(page)
  await submitRegister(page)
  const code = /c[oó]digo: (\d{6})/i.exec((await nextMail(email)).text)![1]!
  expect(await page.evaluate(() => scrollY), 'it opens at its top').toBe(0)
  // The phone drops the page while she reads her mail.
  await page.reload()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByLabel('Código', { exact: true })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Usar otro correo' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Crea tu cuenta' })).toBeVisible()
  await page.goto('/login')
  await expect(page.getByLabel('Código', { exact: true })).toHaveCount(0)
  // Who signs in before the address is confirmed is asked for the code.
  await enterByForm(page, { email, password: 'una frase corta' })
  await expect(toast(page, 'Error al iniciar sesión')).toContainText('Aún no has confirmado tu correo.')
  await page.getByLabel('Código', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Usar el código' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lucía')
})

test('she registers with a friend’s code; the link of the mail, opened on another device, has the way out, confirms, and leads to login', async ({
  page,
  browser,
  baseURL,
  nextMail,
}) => {
  // From the first page, as a friend's link brings her.
  await page.goto('/landing')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Un espacio seguro, sabio y conectado')
  await expect(page.getByText('¿Alguien más usa o revisa tu teléfono?')).toBeVisible()
  await page.goto('/register?codigo=ABCD2345')
  await expect(page.getByLabel('Código de una amiga')).toHaveValue('ABCD2345')
  const email = await fillRegister(page, { identidad: 'mujer trans' })
  const signUp = page.waitForRequest('**/auth/v1/signup**')
  await submitRegister(page)
  expect((await signUp).postDataJSON()).toMatchObject({
    data: { username: 'Lucía', identidad_genero: 'mujer trans', codigo: 'ABCD2345' },
  })
  const mail = await nextMail(email)
  const other = await browser.newPage({ baseURL })
  await other.goto(mail.links[0]!)
  await expect(other.getByRole('heading', { level: 1, name: 'Confirma tu correo' })).toBeVisible()
  await expect(other.getByRole('link', { name: '911' })).toHaveAttribute('href', 'tel:911')
  await expectAccessible(other)
  await expectNoSidewaysScroll(other)
  await other.getByRole('link', { name: 'Salir rápido' }).click()
  await expect(other.getByRole('heading', { name: 'Medidas de cocina' })).toBeVisible()
  await other.goto(mail.links[0]!)
  await other.getByRole('button', { name: 'Confirmar mi correo' }).click()
  await expect(other.getByRole('heading', { name: 'Tu correo quedó confirmado' })).toBeVisible()
  await expect(other.getByText('Entra con tu contraseña.')).toBeVisible()
  expect(other.url(), 'the secret of the link stays in no address').not.toMatch(/token|code/)
  expect(await other.evaluate(() => localStorage.getItem('sesion'))).toBeNull()
  await other.getByRole('link', { name: 'Iniciar sesión' }).click()
  await other.getByLabel('Correo electrónico').fill(email)
  await other.getByLabel('Contraseña', { exact: true }).fill('una frase corta')
  await other.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Lucía')

  await other.close()
})

test('a registration that somebody made with her address: opening the link changes nothing, «No fui yo» erases it', async ({
  page,
  makeMember,
  mailFor,
  request,
  nextMail,
}) => {
  const again = await makeMember({ confirmed: false })
  await page.goto((await nextMail(again.email)).links[0]!)
  await expect(page.getByRole('button', { name: 'Confirmar mi correo' })).toBeVisible()
  const early = await again.client.auth.signInWithPassword(again)
  expect(early.error?.code, 'a scanner opens links too').toBe('email_not_confirmed')
  await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
  await expect(page.getByRole('heading', { name: 'Tu correo quedó confirmado' })).toBeVisible()
  await page.getByRole('button', { name: 'No fui yo' }).click()
  await expect(page.getByRole('heading', { name: 'Listo, borramos ese registro' })).toBeVisible()
  const { error } = await again.client.auth.signInWithPassword(again)
  expect(error?.code).toBe('invalid_credentials')

  const entered = await makeMember()
  const old = new URL((await mailFor(entered.email))[0]!.links[0]!)
  await page.goto(old.href)
  await expect(page.getByRole('heading', { name: 'Tu correo quedó confirmado' })).toBeVisible()
  await page.getByRole('button', { name: 'No fui yo' }).click()
  await expect(page.getByText(/Alguien ya entró en esa cuenta/)).toBeVisible()
  expect((await entered.client.auth.getUser()).error).toBeNull()
  expect((await request.get('/healthz')).ok()).toBe(true)
})

test('a notice of a change: opening it changes nothing, a wrong proof neither, and her password from before takes it back', async ({
  page,
  makeMember,
  makeClient,
  nextMail,
  request,
  baseURL,
}) => {
  // Somebody else holds her telephone, and with it her mail: has a code sent, and sets another password.
  const her = await makeMember()
  const attacker = await makeClient()
  const password = 'una frase que ella no eligió'
  await attacker.auth.resetPasswordForEmail(her.email)
  const [token] = /\b\d{6}\b/.exec((await nextMail(her.email, 1)).text)!
  await attacker.auth.verifyOtp({ email: her.email, token: token!, type: 'recovery' })
  expect((await attacker.auth.updateUser({ password })).error).toBeNull()
  const opens = async (word: string) =>
    (await (await makeClient()).auth.signInWithPassword({ email: her.email, password: word })).error === null

  const inbox = mailboxOf(baseURL!, her.email)
  const notice = async () => {
    const mails = (await (await request.get(inbox)).json()) as { text: string; links: string[] }[]
    return mails.find(({ text }) => text.includes('Cambió la contraseña de tu cuenta.'))?.links[0]
  }
  await expect.poll(notice, { timeout: paced(15_000) }).toMatch(/\/cuenta\/no-fui-yo#[0-9a-f]{56}$/)
  const link = (await notice())!
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Cambió tu contraseña' })).toBeVisible()
  await expectAccessible(page)
  expect(await opens(password), 'a scanner opens links too').toBe(true)

  const before = page.getByLabel('Tu contraseña de antes del cambio', { exact: true })
  const undo = page.getByRole('button', { name: 'No fui yo, deshacer' })
  await before.fill(password)
  await undo.click()
  await expect(page.getByText('Esa no era tu contraseña.')).toBeVisible()
  expect(await opens(password), 'the attacker’s own password proves nothing').toBe(true)

  await before.fill(her.password)
  await undo.click()
  await expect(page.getByRole('heading', { name: 'Quedó deshecho' })).toBeVisible()
  expect(await opens(password)).toBe(false)
  expect(await opens(her.password)).toBe(true)
  expect((await attacker.auth.refreshSession()).error, "the attacker's session is over").not.toBeNull()
  await page.goto('/landing')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Quedó deshecho' })).toBeVisible()
  await page.goto('/landing')
  await page.goto(`${link.slice(0, -4)}0000`)
  await expect(page.getByRole('heading', { name: 'Este aviso ya no está vigente' })).toBeVisible()
})
