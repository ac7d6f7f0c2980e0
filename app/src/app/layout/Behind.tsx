import { Recordatorios } from '../../features/agenda/Recordatorios.tsx'
import { Cartero } from '../../features/diario/Cartero.tsx'
import { Sellador } from '../../features/registro/Sellador.tsx'
import { Player } from './Player.tsx'

/** What of a member's frame nobody sees with its first frame: the player, what delivers her diary, what reminds her, what stamps her incident log. */
export function Behind() {
  return (
    <>
      <Player />
      <Cartero />
      <Recordatorios />
      <Sellador />
    </>
  )
}
