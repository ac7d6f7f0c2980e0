import type { Page } from '@playwright/test'
import { expect, mailboxOf, stopClock, test } from './fixtures.ts'
import { paced } from './pace.ts'
import { enterByForm } from './pages/account.ts'
import { closeToast, expectAccessible, expectNoSidewaysScroll, REFUSED, toast } from './pages/app.ts'

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

test.describe('landing', () => {
  test('leads to login and register, shows what there is, and says how to use a shared phone', async ({
    page,
  }) => {
    await page.goto('/landing')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Un espacio seguro, sabio y conectado')
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', '/login')
    await expect(header.getByRole('link', { name: 'Crear cuenta' })).toHaveAttribute('href', '/register')
    for (const title of ['Seguridad', 'Bienestar', 'Comunidad', 'Aprendizaje']) {
      await expect(page.getByRole('heading', { level: 3, name: title })).toBeVisible()
    }
    await expect(page.getByRole('link', { name: 'Conocer la Zona Holística' })).toBeVisible()
    await expect(page.getByText('¿Alguien más usa o revisa tu teléfono?')).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Aviso legal' }).click()
    await expect(page).toHaveURL(/\/legal$/)
  })
})

test.describe('login', { tag: '@phone' }, () => {
  test.use({ expectedErrors: [REFUSED] })

  test('asks for both fields', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(toast(page, 'Campos incompletos')).toContainText(
      'Por favor, introduce tu correo y contraseña.',
    )
  })

  test('says that mail or password are wrong, whichever it is', async ({ page, makeMember }) => {
    const member = await makeMember()
    await page.goto('/login')
    for (const email of [member.email, newAddress()]) {
      await page.getByLabel('Correo electrónico').fill(email)
      await page.getByLabel('Contraseña', { exact: true }).fill('no es esta')
      await page.getByRole('button', { name: 'Iniciar sesión' }).click()
      await expect(toast(page, 'Error al iniciar sesión')).toContainText(
        'Correo o contraseña incorrectos. Por favor, inténtalo de nuevo.',
      )
      await closeToast(page)
    }
  })

  test('says that there is no connection, and works once there is', async ({ page, context, makeMember }) => {
    const member = await makeMember()
    await page.goto('/login')
    await page.getByLabel('Correo electrónico').fill(member.email)
    await page.getByLabel('Contraseña', { exact: true }).fill(member.password)
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(toast(page, 'Error al iniciar sesión')).toContainText('Parece que no hay conexión.')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(member.username)
  })

  test('@phone a service that never answers is given up in time, and nothing typed is lost', async ({
    page,
    makeMember,
  }) => {
    const member = await makeMember()
    await page.clock.install()
    await page.goto('/login')
    await page.getByLabel('Correo electrónico').fill(member.email)
    await page.getByLabel('Contraseña', { exact: true }).fill(member.password)
    // The first question is held for good; let go of, it would be answered after all.
    let asked = 0
    await page.route('**/auth/v1/token**', async (route) => {
      asked += 1
      if (asked > 1) await route.continue()
    })
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect.poll(() => asked).toBe(1)
    await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toHaveAttribute('aria-busy', 'true')
    await page.clock.fastForward(10_000)
    await expect(toast(page, 'Error al iniciar sesión')).toContainText(
      'El servicio tardó demasiado en responder.',
    )
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(member.email)
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(member.username)
  })

  test('shows that it is under way, and is pressed once', async ({ page, makeMember }) => {
    const member = await makeMember()
    let asked = 0
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/auth/v1/token**', async (route) => {
      asked += 1
      await held
      await route.continue()
    })
    await page.goto('/login')
    await page.getByLabel('Correo electrónico').fill(member.email)
    await page.getByLabel('Contraseña', { exact: true }).fill(member.password)
    await page.getByLabel('Contraseña', { exact: true }).press('Enter')
    const button = page.getByRole('button', { name: 'Iniciar sesión' })
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await page.getByLabel('Contraseña', { exact: true }).press('Enter')
    release()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(member.username)
    expect(asked).toBe(1)
  })

  test('offers the confirmation mail again to who has not confirmed', async ({
    page,
    makeMember,
    mailFor,
  }) => {
    const member = await makeMember({ confirmed: false })
    await page.goto('/login')
    await enterByForm(page, member)
    await expect(toast(page, 'Error al iniciar sesión')).toContainText('Aún no has confirmado tu correo.')
    await page.getByRole('button', { name: 'Enviar el correo otra vez' }).click()
    await expect(page.getByRole('region', { name: /Avisos/ }).getByRole('listitem')).toContainText(
      /Correo enviado|Acabamos de enviarte un correo/,
    )
    expect((await mailFor(member.email)).length).toBeGreaterThan(0)
  })

  test('goes back to the landing page, and to register', { tag: '@long' }, async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Volver a la página de bienvenida' }).click()
    await expect(page).toHaveURL(/\/landing$/)
    await page.goto('/login')
    await page.getByRole('link', { name: 'Regístrate' }).click()
    await expect(page).toHaveURL(/\/register$/)
  })

  for (const path of ['/login', '/register']) {
    test(`${path} ends in «Error con Google» where there is no provider`, { tag: '@long' }, async ({
      page,
    }) => {
      await page.goto(path)
      await page.getByRole('button', { name: 'Continuar con Google' }).click()
      await expect(toast(page, 'Error con Google')).toContainText(
        'Entrar con Google no está disponible por ahora.',
      )
      await expect(page).toHaveURL(new RegExp(`${path}$`))
    })
  }
})

test.describe('register', { tag: '@phone' }, () => {
  test('asks for every field', { tag: '@long' }, async ({ page }) => {
    await page.goto('/register')
    await submitRegister(page)
    await expect(toast(page, 'Campos incompletos')).toContainText('Por favor, completa todos los campos.')
  })

  test('offers the five identities', { tag: '@long' }, async ({ page }) => {
    await page.goto('/register')
    await expect(page.getByLabel('Identidad de género').locator('option:not([disabled])')).toHaveText([
      'mujer cis',
      'mujer trans',
      'no binario',
      'otro',
      'prefiero no decir',
    ])
  })

  for (const identidad of ['no binario', 'otro', 'prefiero no decir']) {
    test(`turns «${identidad}» away for seven seconds, without asking the service`, {
      tag: identidad === 'no binario' ? [] : '@long',
    }, async ({ page }) => {
      await page.clock.install()
      const signUps: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/auth/v1/signup')) signUps.push(request.url())
      })
      await page.goto('/register')
      await fillRegister(page, { identidad })
      // From here on only the test moves the clock: on a busy machine seconds pass between two lines of it.
      await stopClock(page)
      await submitRegister(page)
      const restricted = toast(page, 'Acceso Restringido')
      await expect(restricted).toContainText('exclusivamente para mujeres')
      await expect(restricted).toContainText('Gracias por tu comprensión.')
      await page.clock.runFor(6500)
      await expect(restricted).toBeVisible()
      await page.clock.runFor(1000)
      await expect(restricted).toHaveCount(0)
      expect(signUps).toEqual([])
    })
  }

  test('creates an account, asks to confirm it by mail, and lets her in with the link', async ({
    page,
    nextMail,
  }) => {
    await page.goto('/register')
    const email = await fillRegister(page, { identidad: 'mujer trans' })
    await submitRegister(page)
    await expect(toast(page, 'Registro exitoso')).toContainText('confirma tu cuenta')
    await expect(page.getByRole('heading', { name: 'Revisa tu correo' })).toBeFocused()
    await expect(page.getByText(email)).toBeVisible()
    await expect(page.getByRole('button', { name: /Enviar otra vez en \d+ s/ })).toBeDisabled()

    const mail = await nextMail(email)
    await page.goto(mail.links[0]!)
    await expect(page.getByRole('heading', { name: 'Tu correo quedó confirmado' })).toBeVisible()
    await expect(page).toHaveURL(/\/cuenta\/confirmada/)
    await page.getByRole('link', { name: 'Ir a mi espacio' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Lucía')
  })

  test('the code of the mail, typed where she registered, lets her in too', async ({ page, nextMail }) => {
    await page.goto('/register')
    const email = await fillRegister(page)
    await submitRegister(page)
    const code = /c[oó]digo: (\d{6})/i.exec((await nextMail(email)).text)![1]!
    expect(await page.evaluate(() => scrollY), 'it opens at its top').toBe(0)
    // The phone drops the page while she reads her mail.
    await page.reload()
    await expect(page.getByText(email)).toBeVisible()
    await expect(page.getByLabel('Código que te enviamos')).toBeInViewport({ ratio: 1 })
    // «Entrar» has the field too, for as long as the address waits.
    await page.getByRole('link', { name: 'Ya confirmé, iniciar sesión' }).click()
    await expect(page.getByText(email)).toBeVisible()
    await page.getByLabel('Código que te enviamos').fill(code)
    await page.getByRole('button', { name: 'Usar el código' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Lucía')
  })

  test('the page of a mailed link has the way out and the number that helps', { tag: '@phone' }, async ({
    page,
    makeMember,
    nextMail,
  }) => {
    const { email } = await makeMember({ confirmed: false })
    const link = (await nextMail(email)).links[0]!
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1, name: 'Confirma tu correo' })).toBeVisible()
    await expect(page.getByRole('link', { name: '911' })).toHaveAttribute('href', 'tel:911')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('link', { name: 'Salir rápido' }).click()
    await expect(page.getByRole('heading', { name: 'Medidas de cocina' })).toBeVisible()
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
    await expect(page.getByRole('heading', { name: 'Tu correo quedó confirmado' })).toBeVisible()
  })

  test('pages where mailed links end claim nothing when they are opened by hand', async ({ page }) => {
    for (const path of ['/cuenta/confirmada', '/cuenta/correo']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Abre el enlace de tu correo' })).toBeVisible()
      await expect(page.getByText(/quedó confirmado|correo cambió/)).toHaveCount(0)
      await expectAccessible(page)
    }
  })

  test('the same link on another device confirms, and leads to login', async ({
    page,
    browser,
    baseURL,
    nextMail,
  }) => {
    await page.goto('/register')
    const email = await fillRegister(page)
    await submitRegister(page)
    const mail = await nextMail(email)
    const other = await browser.newPage({ baseURL })
    await other.goto(mail.links[0]!)
    await expect(other.getByRole('heading', { name: 'Confirma tu correo' })).toBeVisible()
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

  test('says what is wrong with a password beside its field', async ({ page }) => {
    await page.goto('/register')
    await fillRegister(page)
    await page.getByLabel('Contraseña', { exact: true }).fill('corta')
    await submitRegister(page)
    await expect(toast(page, 'Error en el registro')).toContainText('al menos 8 caracteres')
    await expect(page.getByLabel('Contraseña', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Contraseña', { exact: true })).toHaveAccessibleDescription(/Usa al menos 8/)
  })

  test('keeps the code of the friend who invited her, and asks whether her name may be shown', async ({
    page,
  }) => {
    await page.goto('/register?codigo=ABCD2345')
    await page.getByRole('link', { name: 'Inicia sesión' }).click()
    await page.getByRole('link', { name: 'Regístrate' }).click()
    await expect(page.getByLabel('Código de una amiga')).toHaveValue('ABCD2345')
    const consent = page.getByRole('checkbox', { name: /mi amiga vea mi nombre/ })
    await expect(consent).not.toBeChecked()
    await consent.check()
    await fillRegister(page)
    const signUp = page.waitForRequest('**/auth/v1/signup**')
    await submitRegister(page)
    expect((await signUp).postDataJSON()).toMatchObject({
      data: { username: 'Lucía', identidad_genero: 'mujer cis', codigo: 'ABCD2345', comparte_nombre: true },
    })
  })
})

test.describe('register, when the service refuses', { tag: '@phone' }, () => {
  test.use({ expectedErrors: [REFUSED] })

  test('another address can be registered, and signing in asks for the code of one that waits', async ({
    page,
    nextMail,
  }) => {
    await page.goto('/register')
    const email = await fillRegister(page)
    await submitRegister(page)
    const code = /c[oó]digo: (\d{6})/i.exec((await nextMail(email)).text)![1]!
    await page.getByRole('button', { name: 'Registrarme con otro correo' }).click()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Crea tu cuenta' })).toBeVisible()
    await page.goto('/login')
    await expect(page.getByLabel('Código que te enviamos')).toHaveCount(0)
    await page.getByLabel('Correo electrónico').fill(email)
    await page.getByLabel('Contraseña', { exact: true }).fill('una frase corta')
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await page.getByLabel('Código que te enviamos').fill(code)
    await page.getByRole('button', { name: 'Usar el código' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Lucía')
  })

  test('a name that the profile would refuse is refused at once, at its field; the team’s by the service', async ({
    page,
  }) => {
    await page.goto('/register')
    await fillRegister(page)
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/auth/v1/signup')) asked += 1
    })
    for (const name of ['Al', 'x'.repeat(60)]) {
      await page.getByLabel('Nombre', { exact: true }).fill(name)
      await submitRegister(page)
      await expect(page.getByText('Tu nombre debe tener entre 3 y 30 caracteres.').first()).toBeVisible()
    }
    expect(asked, 'the service is not asked').toBe(0)
    await page.getByLabel('Nombre', { exact: true }).fill('Equipo Amparo')
    await submitRegister(page)
    await expect(toast(page, 'Error en el registro')).toContainText('se parece al del equipo')
    await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Equipo Amparo')
  })

  test('a registration that somebody made with her address: opening the link changes nothing, «No fui yo» erases it', async ({
    page,
    makeMember,
    mailFor,
    request,
    nextMail,
  }) => {
    const his = await makeMember({ confirmed: false })
    const link = (await nextMail(his.email)).links[0]!
    const enters = async () =>
      (await his.client.auth.signInWithPassword({ email: his.email, password: his.password })).error?.code

    await page.goto(link)
    await expect(page.getByRole('button', { name: 'Confirmar mi correo' })).toBeVisible()
    expect(await enters(), 'a scanner opens links too').toBe('email_not_confirmed')
    await page.getByRole('button', { name: 'No fui yo' }).click()
    await expect(page.getByText('Borramos ese registro.')).toBeVisible()
    expect(await enters()).toBe('invalid_credentials')

    const again = await makeMember({ confirmed: false })
    await page.goto((await nextMail(again.email)).links[0]!)
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
    // He holds her telephone, and with it her mail: he has a code sent, and sets a password of his.
    const her = await makeMember()
    const his = await makeClient()
    const password = 'una frase que ella no eligió'
    await his.auth.resetPasswordForEmail(her.email)
    const [token] = /\b\d{6}\b/.exec((await nextMail(her.email, 1)).text)!
    await his.auth.verifyOtp({ email: her.email, token: token!, type: 'recovery' })
    expect((await his.auth.updateUser({ password })).error).toBeNull()
    const opens = async (word: string) =>
      (await (await makeClient()).auth.signInWithPassword({ email: her.email, password: word })).error ===
      null

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
    expect(await opens(password), 'his own password proves nothing').toBe(true)

    await before.fill(her.password)
    await undo.click()
    await expect(page.getByRole('heading', { name: 'Quedó deshecho' })).toBeVisible()
    expect(await opens(password)).toBe(false)
    expect(await opens(her.password)).toBe(true)
    expect((await his.auth.refreshSession()).error, 'his session is over').not.toBeNull()
    await page.goto('/landing')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Quedó deshecho' })).toBeVisible()
    await page.goto('/landing')
    await page.goto(`${link.slice(0, -4)}0000`)
    await expect(page.getByRole('heading', { name: 'Este aviso ya no está vigente' })).toBeVisible()
  })

  test('shows «Error en el registro» with the reason in Spanish', { tag: '@long' }, async ({ page }) => {
    await page.route('**/auth/v1/signup**', (route) =>
      route.fulfill({
        status: 422,
        headers: { 'x-supabase-api-version': '2024-01-01', 'content-type': 'application/json' },
        json: {
          code: 'weak_password',
          message: 'Password is too weak',
          weak_password: { reasons: ['pwned'] },
        },
      }),
    )
    await page.goto('/register')
    await fillRegister(page)
    await submitRegister(page)
    await expect(toast(page, 'Error en el registro')).toContainText('Esa contraseña es fácil de adivinar.')
    await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Lucía')
  })
})

test('a link that is not valid says so, and offers a new one', { tag: ['@phone', '@long'] }, async ({
  page,
  makeMember,
  nextMail,
}) => {
  const member = await makeMember({ confirmed: false })
  const mail = await nextMail(member.email)
  await page.goto(mail.links[0]!.replace(/token=[^&]+/, `token=${'0'.repeat(56)}`))
  await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible()
  await expect(page).toHaveURL(/\/cuenta\/enlace-vencido$/)
  await expect(page.getByRole('button', { name: 'Enviarme otro enlace' })).toBeVisible()
})
