import { expect, type Member } from './fixtures.ts'

export type Sala = { id: string; nombre: string }

/** A circle of the test's own, made by the admin. */
export async function makeSala(admin: Member, icono = 'amor_propio'): Promise<Sala> {
  const nombre = `Prueba ${crypto.randomUUID().slice(0, 8)}`
  const { data, error } = await admin.client
    .from('salas_comunidad')
    .insert({ nombre, descripcion: 'Una sala de prueba', icono })
    .select('id, nombre')
    .single()
  expect(error).toBeNull()
  return data as Sala
}
