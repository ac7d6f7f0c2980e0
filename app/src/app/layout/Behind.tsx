import { Recordatorios } from '../../features/agenda/Recordatorios.tsx'
import { Cartero } from '../../features/diario/Cartero.tsx'
import { Player } from './Player.tsx'

/** What of a member's frame nobody sees with its first frame: the player, what delivers her diary, what reminds her. */
export function Behind() {
  return (
    <>
      <Player />
      <Cartero />
      <Recordatorios />
    </>
  )
}
