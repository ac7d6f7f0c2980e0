import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { goWithin, toast } from './pages/app.ts'
import { giveRole } from './pages/equipo.ts'

// Two of the team at once: one has a screen open, the other one has changed what it shows.

test.use({ expectedErrors: [/Failed to load resource/] })

const some = () => crypto.randomUUID().slice(0, 8)
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

test('two correct the numbers of a country: the second one is shown what the first one wrote, and decides', {
  tag: '@phone',
}, async ({ page, context, admin, makeMember, signIn }) => {
  const eva = await makeMember()
  const leave = await giveRole(admin, eva, 'editora')
  const codigo_iso = 'QX'
  await admin.client.from('numeros_emergencia').delete().eq('codigo_iso', codigo_iso)
  const added = await admin.client
    .from('numeros_emergencia')
    .insert({ codigo_iso, pais: 'País de prueba', numeros: ['111'] })
  expect(added.error).toBeNull()
  try {
    const hers = await context.browser()!.newContext({ baseURL: test.info().project.use.baseURL! })
    const other = await hers.newPage()
    await other.addInitScript(() => localStorage.setItem('consejos', 'registro instalar'))
    await signIn(page, admin, '/admin/emergencias')
    await signIn(other, eva, '/admin/emergencias')
    for (const screen of [page, other])
      await screen.getByRole('button', { name: 'Editar País de prueba' }).click()

    await page.getByLabel('Números', { exact: true }).fill('112')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await expect(toast(page, 'Números guardados')).toBeVisible()

    const dialog = other.getByRole('dialog')
    await dialog.getByLabel('Números', { exact: true }).fill('113, 114')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Alguien lo cambió mientras lo editabas.')
    await expect(dialog.getByRole('alert')).toContainText('Números ahora: 112')
    await expect(dialog.getByLabel('Números', { exact: true })).toHaveValue('113, 114')
    const now = async () =>
      (await admin.client.from('numeros_emergencia').select('numeros').eq('codigo_iso', codigo_iso)).data
    expect(await now()).toEqual([{ numeros: ['112'] }])
    // Now it is her decision.
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(toast(other, 'Números guardados')).toBeVisible()
    expect(await now()).toEqual([{ numeros: ['113', '114'] }])
    await hers.close()
  } finally {
    await admin.client.from('numeros_emergencia').delete().eq('codigo_iso', codigo_iso)
    await leave()
  }
})

test('what another one of the team took away, gave back or changed is not said to be taken away by her', {
  tag: '@long',
}, async ({ page, admin, makeMember, signIn }) => {
  const [eva, ida] = [await makeMember(), await makeMember()]
  const leave = await giveRole(admin, eva, 'administradora')
  const titulo = `Cerramos ${some()}`
  const invited = await eva.client
    .from('convocatorias')
    .insert({ correo: ida.email, papel: 'soporte' })
    .select('id')
    .single()
  const duty = await eva.client
    .from('guardias')
    .insert({ dia: 3, desde: '03:17', hasta: '03:18' })
    .select('id')
    .single()
  const notice = await eva.client
    .from('comunicados')
    .insert({ titulo, texto: 'x', publico: 'pais', pais: 'UY', hasta: inMinutes(60) })
    .select('id')
    .single()
  const event = await eva.client
    .from('encuentros')
    .insert({ titulo, empieza: inMinutes(1440), termina: inMinutes(1500), estado: 'borrador' })
    .select('id')
    .single()
  const failed = (name: string, why: string | RegExp) => {
    const said = toast(page, name)
    return Promise.all([expect(said).toBeVisible(), expect(page.getByText(why).first()).toBeVisible()])
  }

  // An invitation that she accepted meanwhile: she is of the team, and nobody reads that she is not.
  await signIn(page, admin, '/admin/equipo')
  await expect(page.getByText(ida.email)).toBeVisible()
  expect((await ida.client.rpc('aceptar_convocatoria', { cual: invited.data!.id })).error).toBeNull()
  await page.getByRole('button', { name: `Retirar la invitación de ${ida.email}` }).click()
  await failed('No se pudo retirar', 'Ya no está: la aceptó, la rechazó o alguien la retiró.')
  await expect(page.getByText(ida.email)).toHaveCount(0)

  // Hours that are not hers any more.
  await goWithin(page, '/admin/hoy')
  const end = page.getByRole('button', { name: 'Dejar la guardia del miércoles, de 03:17 a 03:18' })
  await expect(end).toBeVisible()
  expect((await eva.client.from('guardias').delete().eq('id', duty.data!.id)).error).toBeNull()
  await end.click()
  await failed('No se pudo retirar', /^Eso ya no está/)
  await expect(end).toHaveCount(0)

  // A notice that the other one withdrew first.
  await goWithin(page, '/admin/comunicados')
  await page.getByRole('button', { name: `Retirar «${titulo}»` }).click()
  expect((await eva.client.from('comunicados').delete().eq('id', notice.data!.id)).error).toBeNull()
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click()
  await failed('No se pudo retirar', /^Eso ya no está/)

  // A draft that the other one has written on: it is read again before it goes.
  await goWithin(page, '/admin/eventos')
  await page.getByRole('button', { name: `Borrar «${titulo}»` }).click()
  const next = { titulo: `${titulo} y abrimos` }
  expect((await eva.client.from('encuentros').update(next).eq('id', event.data!.id)).error).toBeNull()
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar' }).click()
  await failed('No se pudo borrar', 'Alguien lo cambió hace un momento. Míralo otra vez antes de borrarlo.')
  await page.getByRole('button', { name: `Borrar «${next.titulo}»` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar' }).click()
  await expect(toast(page, 'Evento borrado')).toBeVisible()

  await admin.client.from('integrantes').delete().eq('user_id', ida.id)
  await leave()
})

test('two save the same sheet of the directory: what is new is added once, what another corrected meanwhile stays, and is told in words', {
  tag: ['@phone', '@long'],
}, async ({ page, context, admin, makeMember, signIn }) => {
  const eva = await makeMember()
  const leave = await giveRole(admin, eva, 'editora')
  const [nueva, vieja] = [`Casa nueva ${some()}`, `Casa vieja ${some()}`]
  const before = { nombre: vieja, telefono: '079', ubicacion: 'Todo el país, Nacional' }
  const { data: casa } = await admin.client
    .from('asociaciones_apoyo')
    .insert(before)
    .select('id, version')
    .single()
  const sheet = `id,version,nombre,telefono,pais,estado,visible\n${casa!.id},${casa!.version},${vieja},089,México,Nacional,no\n,,${nueva},079,México,Nacional,no\n`
  const hers = await context.browser()!.newContext({ baseURL: test.info().project.use.baseURL! })
  const other = await hers.newPage()
  await other.addInitScript(() => localStorage.setItem('consejos', 'registro instalar'))
  await signIn(page, admin, '/admin/directorio')
  await signIn(other, eva, '/admin/directorio')
  for (const screen of [page, other]) {
    const choose = screen.waitForEvent('filechooser')
    await screen.getByRole('button', { name: 'Subir una hoja' }).click()
    await (await choose).setFiles({ name: 'hoja.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
    await expect(screen.getByRole('button', { name: 'Guardar 2' })).toBeVisible()
  }
  // Carla's correction comes first.
  const corrected = await admin.client
    .from('asociaciones_apoyo')
    .update({ descripcion: 'Solo de día' })
    .eq('id', casa!.id)
  expect(corrected.error).toBeNull()
  for (const screen of [page, other]) {
    await screen.getByRole('button', { name: 'Guardar 2' }).click()
    await expect(screen.getByText('1 de 2 guardadas.')).toBeVisible()
    await expect(
      screen.getByText(`Línea 2, ${vieja}: Alguien la cambió mientras tanto. Quedó como está ahora`),
    ).toBeVisible()
  }
  const kept = await admin.client
    .from('asociaciones_apoyo')
    .select('telefono, descripcion')
    .in('nombre', [nueva, vieja])
    .order('nombre')
  expect(kept.data).toMatchObject([{ telefono: '079' }, { telefono: '079', descripcion: 'Solo de día' }])
  await hers.close()
  await leave()
})

/** The topics of live changes that a page has joined and not left, by their first word. */
function followLive(page: Page): () => string[] {
  const topics = new Set<string>()
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const frame = JSON.parse(String(payload)) as string[] | { topic: string; event: string }
      const [topic, event] = Array.isArray(frame) ? [frame[2]!, frame[3]!] : [frame.topic, frame.event]
      if (event === 'phx_join') topics.add(topic)
      if (event === 'phx_leave') topics.delete(topic)
    })
    socket.on('close', () => topics.clear())
  })
  return () => [...topics].map((topic) => topic.replace(/^realtime:/, '').split(':')[0]!).sort()
}

test('an editora whose role ends while she writes: what she saves is refused, her words stay until she closes them, and her rooms and channels are gone', {
  tag: '@phone',
}, async ({ page, context, admin, makeMember, signIn }) => {
  const eva = await makeMember({ username: `Evita ${some()}` })
  await giveRole(admin, eva, 'editora')
  const titulo = `Taller de Eva ${some()}`
  const hers = await context.browser()!.newContext({ baseURL: test.info().project.use.baseURL! })
  const phone = await hers.newPage()
  const live = followLive(phone)
  await phone.addInitScript(() => localStorage.setItem('consejos', 'registro instalar'))
  await signIn(phone, eva, '/admin')
  await expect(phone.getByRole('navigation', { name: 'Administración' })).toBeVisible()
  await expect.poll(live).toEqual(expect.arrayContaining(['historias', 'revision']))
  await goWithin(phone, '/admin/eventos')
  await phone.getByRole('button', { name: 'Agregar evento' }).click()
  const dialog = phone.getByRole('dialog')
  await expect.poll(live).not.toContain('revision')
  const ofHerRole = live().filter((topic) => topic === 'historias').length
  expect(ofHerRole).toBeGreaterThan(0)
  await dialog.getByLabel('Título').fill(titulo)
  await dialog.getByLabel('Día').fill('2099-01-01')
  await dialog.getByLabel('Hora').fill('18:00')

  // Carla ends her role, on the other side.
  await signIn(page, admin, '/admin/equipo')
  await page.getByRole('button', { name: `Retirar a ${eva.username} el papel de editora` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click()
  await expect(toast(page, 'Papel retirado')).toBeVisible()

  await expect(toast(phone, 'Ya no eres editora del equipo')).toBeVisible()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(toast(phone, 'No se pudo guardar el evento')).toContainText(
    'No tienes permiso para hacer esto.',
  )
  await expect(dialog.getByLabel('Título')).toHaveValue(titulo)
  expect((await admin.client.from('encuentros').select('id').eq('titulo', titulo)).data).toEqual([])
  await expect.poll(() => live().filter((topic) => topic === 'historias').length).toBe(ofHerRole - 1)
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(phone).toHaveURL(/\/$/)
  await expect(phone.getByRole('link', { name: /Administración/ })).toHaveCount(0)
  await phone.goto('/admin/eventos')
  await expect(phone).toHaveURL(/\/$/)

  // With nothing typed the room closes by itself, and what it heard with it.
  const leave = await giveRole(admin, eva, 'moderadora')
  await phone.goto('/admin/revision')
  await expect(phone.getByRole('heading', { name: 'Revisión' })).toBeVisible()
  await expect.poll(live).toContain('revision')
  await leave()
  await expect(phone).toHaveURL(/\/$/)
  await expect(toast(phone, 'Ya no eres moderadora del equipo')).toBeVisible()
  await expect.poll(live).not.toContain('revision')
  await hers.close()
})
