import type { Page } from '@playwright/test'
import { test as base, expect, type Member } from './fixtures.ts'
import { enterByForm, signOut } from './pages/account.ts'
import { expectAccessible, REFUSED, toast } from './pages/app.ts'
import { storedSession } from './pages/device.ts'
import { totp } from './totp.ts'

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

test.describe('a forgotten password', { tag: '@phone' }, () => {
  test('from /login to a new one; whoever was in with the old one is out', async ({
    page,
    makeMember,
    mailFor,
    nextMail,
    opens,
  }) => {
    const ana = await makeMember()
    const mails = (await mailFor(ana.email)).length
    await askForMail(page, ana)
    await expectAccessible(page)
    const mail = await nextMail(ana.email, mails)
    expect(mail.subject).toBe('Tu enlace de acceso')

    await page.goto(mail.links[0]!)
    await expect(newPasswordPage(page)).toBeVisible()
    await expectAccessible(page)
    await setPassword(page, 'corta')
    await expect(page.getByText('Usa al menos 8 caracteres en tu contraseña.')).toBeVisible()
    await setPassword(page, ana.password)
    await expect(page.getByText('La contraseña nueva debe ser distinta de la anterior.')).toBeVisible()
    await setPassword(page, 'bugambilias en la barda')
    await expect(toast(page, 'Contraseña guardada')).toBeVisible()
    await expect(page).toHaveURL((url) => url.pathname === '/')

    expect(await opens(ana.email, ana.password)).toBe(false)
    expect(await opens(ana.email, 'bugambilias en la barda')).toBe(true)
    expect((await ana.client.auth.getUser()).error).not.toBeNull()
  })

  test('read on another device: the link says where it opens, and the code of the mail works', async ({
    page,
    browser,
    makeMember,
    mailFor,
    nextMail,
    opens,
  }) => {
    const ana = await makeMember()
    const mails = (await mailFor(ana.email)).length
    await askForMail(page, ana)
    const mail = await nextMail(ana.email, mails)

    const other = await browser.newPage()
    await other.goto(mail.links[0]!)
    await expect(other.getByText(/solo abre en el dispositivo donde lo pediste/)).toBeVisible()
    await other.close()

    await askForMail(page, ana)
    const code = /código: (\d{6})/.exec((await nextMail(ana.email, mails + 1)).text)![1]!
    const wrong = code === '123456' ? '654321' : '123456'
    await page.getByLabel('¿Lo lees en otro dispositivo?').fill(wrong)
    await page.getByRole('button', { name: 'Usar el código' }).click()
    await expect(page.getByText('El enlace venció o ya se usó. Pide uno nuevo.')).toBeVisible()
    await page.getByLabel('¿Lo lees en otro dispositivo?').fill(code)
    await page.getByRole('button', { name: 'Usar el código' }).click()
    await expect(newPasswordPage(page)).toBeVisible()
    await setPassword(page, 'bugambilias en la barda')
    await expect(page).toHaveURL((url) => url.pathname === '/')
    expect(await opens(ana.email, 'bugambilias en la barda')).toBe(true)
  })

  test('a link that is spent leads to a page that sends a new one', { tag: '@long' }, async ({
    page,
    makeMember,
    mailFor,
    nextMail,
  }) => {
    const ana = await makeMember()
    const mails = (await mailFor(ana.email)).length
    await askForMail(page, ana)
    const mail = await nextMail(ana.email, mails)
    const { anonKey } = (await (await page.request.get('/config.json')).json()) as { anonKey: string }
    // Another request makes the first link worthless, as its use or its hour would.
    await page.request.post('/auth/v1/recover', { headers: { apikey: anonKey }, data: { email: ana.email } })
    await nextMail(ana.email, mails + 1)

    await page.goto(mail.links[0]!)
    await expect(page).toHaveURL(/\/cuenta\/enlace-vencido$/)
    await expect(page.getByText('Tu contraseña sigue siendo la misma.')).toBeVisible()
    await page.getByLabel('¿Necesitas un enlace nuevo?').fill(ana.email)
    await page.getByRole('button', { name: 'Enviarme otro enlace' }).click()
    await expect(toast(page, 'Listo')).toContainText('ahí llegará un enlace nuevo')
    await page.goto((await nextMail(ana.email, mails + 2)).links[0]!)
    await expect(newPasswordPage(page)).toBeVisible()
  })
})

test('@phone entering with a mailed link, without the password', async ({
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
})

test.describe('a second factor', { tag: '@phone' }, () => {
  test('is put in the profile, asked for at the door, replaced by a recovery code, and taken away', async ({
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
    await expect(
      dialog.getByText('Ese código no es el de ahora. Revísalo e inténtalo de nuevo.'),
    ).toBeVisible()
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
    await expect(step, 'no room opens before it').toBeVisible()
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
})

test('@phone a confirmation link that is opened a second time says that all is well', async ({
  page,
  makeMember,
  nextMail,
}) => {
  const ana = await makeMember({ confirmed: false })
  const [link] = (await nextMail(ana.email)).links
  // Opened once before, as a mail scanner does.
  await page.request.post(link!, { form: { accion: 'confirmar' }, maxRedirects: 0 })
  const again = await page.request.get(link!, { maxRedirects: 0 })
  const outcome = new URL(again.headers().location!)
  expect(`${outcome.search}${outcome.hash}`).toContain('Email+already+confirmed')
  expect(`${outcome.search}${outcome.hash}`).not.toMatch(/error/)
})

test.describe('in her profile', { tag: '@phone' }, () => {
  test('her devices; the password with the old one alone; out everywhere at once', async ({
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

  test('another address, once both mailboxes have agreed', { tag: '@long' }, async ({
    page,
    makeMember,
    signIn,
    mailFor,
    opens,
  }) => {
    const ana = await makeMember()
    const nueva = `nueva-${crypto.randomUUID()}@ejemplo.mx`
    const mails = (await mailFor(ana.email)).length
    await signIn(page, ana, '/perfil')
    await page.getByRole('button', { name: 'Cambiar correo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cambiar correo' })
    await dialog.getByLabel('Correo nuevo').fill(ana.email)
    await dialog.getByRole('button', { name: 'Enviar los enlaces' }).click()
    await expect(dialog.getByText('Ese ya es tu correo.')).toBeVisible()
    await dialog.getByLabel('Correo nuevo').fill(nueva)
    await dialog.getByRole('button', { name: 'Enviar los enlaces' }).click()
    await expect(dialog.getByText(/Falta que abras dos enlaces/)).toBeVisible()
    await expect.poll(async () => (await mailFor(nueva)).length).toBe(1)
    await expect.poll(async () => (await mailFor(ana.email)).length).toBe(mails + 1)

    await page.goto((await mailFor(ana.email))[0]!.links[0]!)
    await page.getByRole('button', { name: 'Confirmar el cambio' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Falta el otro correo' })).toBeVisible()
    expect(await opens(ana.email, ana.password)).toBe(true)
    await page.goto((await mailFor(nueva))[0]!.links[0]!)
    await page.getByRole('button', { name: 'Confirmar el cambio' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Tu correo cambió' })).toBeVisible()
    await page.getByRole('link', { name: 'Ir a mi perfil' }).click()
    await expect(page.getByText(nueva, { exact: true })).toBeVisible()
    expect(await opens(nueva, ana.password)).toBe(true)
    expect(await opens(ana.email, ana.password)).toBe(false)

    // A link that is spent leads back to where a change is asked for.
    await page.goto((await mailFor(nueva))[0]!.links[0]!)
    await expect(page.getByText(/pídelo otra vez en tu perfil/)).toBeVisible()
  })
})
