/** All icons: the icons of a first visit, and the icons of parts that load later. */
import { ICONS as FIRST_VISIT } from './icons'

export const ICONS = {
  ...FIRST_VISIT,
  auto: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM12 3v18M12 7h5.5M12 11h8.5M12 15h8M12 19h4',
  light:
    'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9',
  share: 'M12 15V3.5M8 7l4-4 4 4M5 12v8.5h14V12',
  again: 'M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 3.5V8H9',
  leave: 'M14 4H5v16h9M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5',
  more: 'M5.5 12v.1M12 12v.1M18.5 12v.1',
  first: 'M18 6l-7 6 7 6M6.5 6v12',
  last: 'M6 6l7 6-7 6M17.5 6v12',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0-5.6z',
  flag: 'M6 21V4M6 4.5h11.5l-2.5 4 2.5 4H6',
  pen: 'M4.5 19.5l1-4L16 5l3 3L8.5 18.5z',
  smile: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM8.7 10v.2M15.3 10v.2M8 14c.9 1.8 2.3 2.7 4 2.7s3.1-.9 4-2.7',
  undo: 'M8 5L4 9l4 4M4.5 9H14.5a5 5 0 0 1 0 10H9',
  equal: 'M6 9.5h12M6 14.5h12',
  play: 'M8 5.5l10.5 6.5L8 18.5z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  export: 'M12 3.5V15M7.5 10.5L12 15l4.5-4.5M4.5 17v3.5h15V17',
  import: 'M12 15V3.5M7.5 8L12 3.5 16.5 8M4.5 17v3.5h15V17',
  flip: 'M7 4L3.5 7.5 7 11M3.5 7.5H15M17 13l3.5 3.5L17 20M20.5 16.5H9',
  analysis: 'M4 17.5l5-6 4 3.5 7-9M15.5 6H20v4.5',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11',
  muted: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9.5l5 5M20.5 9.5l-5 5',
  device: 'M3.5 5.5h13M3.5 5.5v10h8M7 19h4.5M15 10h5.5v10.5H15zM17.7 17.8v.1',
}
