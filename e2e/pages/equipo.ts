import { expect, type Member } from '../fixtures.ts'

export type Papel = 'administradora' | 'moderadora' | 'editora' | 'soporte'

/** Invites somebody to the team, as an administradora does, and accepts for her. @returns ends her role */
export async function giveRole(admin: Member, member: Member, papel: Papel): Promise<() => Promise<void>> {
  const invited = await admin.client
    .from('convocatorias')
    .insert({ correo: member.email, papel })
    .select('id')
    .single()
  expect(invited.error).toBeNull()
  const accepted = await member.client.rpc('aceptar_convocatoria', { cual: invited.data!.id })
  expect(accepted.error).toBeNull()
  return async () => {
    const ended = await admin.client.from('integrantes').delete().eq('user_id', member.id).eq('papel', papel)
    expect(ended.error).toBeNull()
  }
}
