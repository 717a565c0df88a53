import type { ConnectionProblem } from '../connection/connection-problem.ts'

const ENGLISH: Record<ConnectionProblem, string> = {
  unknown_name: 'The name of the server cannot be found. Check its address and the network of this computer.',
  refused:
    'Nothing listens at the address of the server. Check the address and its port, and that the server is running.',
  no_route: 'This network has no route to the server. Check the connection of this computer.',
  timeout: 'The server does not answer in time. It may be switched off, or a firewall may block the connection.',
  closed: 'The connection is closed before the server answers. Check the address and any firewall in between.',
  unknown_authority:
    'This computer does not know the authority that issued the server’s certificate. Ask the people who run the server, or your network, for the certificate of their authority, and name its file in POSTROOM_CA_FILE.',
  certificate_expired:
    'The server’s certificate is not valid on the date of this computer. Check the date and time here; if they are right, the server needs a new certificate.',
  certificate_name:
    'The server’s certificate is for another name. Check that its address here is the one at which you open Postroom in the browser.',
  no_tls:
    'The server does not use https at this address. Check that the address starts as in your browser, and check its port.',
  redirected: 'The server redirects to another address. Use the address at which you open Postroom in the browser.',
  wrong_server:
    'The answer at this address is not from Postroom, perhaps from the sign-in page of a network. Check the address by opening it in the browser.',
  proxy_login:
    'The proxy requires a user name and password. Add them to HTTPS_PROXY (HTTP_PROXY for an http server): http://name:password@proxy:port.',
  proxy_refused:
    'The proxy does not let this computer connect to the server. Ask the people who run the proxy to allow it.',
  proxy_unreachable: 'The proxy does not answer. Check its address in HTTPS_PROXY (HTTP_PROXY for an http server).',
  server_fault: 'The server answers, but reports a fault. If this lasts, ask the people who run it.',
  other: 'The cause is unknown. Check the address of the server by opening it in the browser of this computer.',
}

const FRENCH: Record<ConnectionProblem, string> = {
  unknown_name: 'Le nom du serveur est introuvable. Vérifiez son adresse et le réseau de cet ordinateur.',
  refused: 'Aucun serveur n’écoute à cette adresse. Vérifiez l’adresse et son port, et que le serveur est en marche.',
  no_route: 'Ce réseau ne mène pas au serveur. Vérifiez la connexion de cet ordinateur.',
  timeout: 'Le serveur ne répond pas à temps. Il est peut-être éteint, ou un pare-feu bloque la connexion.',
  closed: 'La connexion est coupée avant la réponse du serveur. Vérifiez l’adresse et les pare-feu sur le trajet.',
  unknown_authority:
    'Cet ordinateur ne connaît pas l’autorité qui a émis le certificat du serveur. Demandez aux responsables du serveur, ou de votre réseau, le certificat de leur autorité, et indiquez son fichier dans POSTROOM_CA_FILE.',
  certificate_expired:
    'Le certificat du serveur n’est pas valable à la date de cet ordinateur. Vérifiez la date et l’heure\u202f; si elles sont justes, le serveur a besoin d’un nouveau certificat.',
  certificate_name:
    'Le certificat du serveur porte un autre nom. Vérifiez que son adresse est bien celle à laquelle vous ouvrez Postroom dans le navigateur.',
  no_tls:
    'Le serveur n’utilise pas https à cette adresse. Vérifiez que l’adresse commence comme dans votre navigateur, ainsi que son port.',
  redirected:
    'Le serveur renvoie vers une autre adresse. Indiquez l’adresse à laquelle vous ouvrez Postroom dans le navigateur.',
  wrong_server:
    'Ce n’est pas Postroom qui répond à cette adresse, mais peut-être la page de connexion d’un réseau. Vérifiez l’adresse en l’ouvrant dans le navigateur.',
  proxy_login:
    'Le proxy exige un nom d’utilisateur et un mot de passe. Ajoutez-les à HTTPS_PROXY (HTTP_PROXY pour un serveur en http)\u202f: http://nom:motdepasse@proxy:port.',
  proxy_refused:
    'Le proxy n’autorise pas cet ordinateur à se connecter au serveur. Demandez aux responsables du proxy de l’autoriser.',
  proxy_unreachable:
    'Le proxy ne répond pas. Vérifiez son adresse dans HTTPS_PROXY (HTTP_PROXY pour un serveur en http).',
  server_fault: 'Le serveur répond, mais signale une panne. Prévenez ses responsables si cela dure.',
  other: 'La cause est inconnue. Vérifiez l’adresse du serveur en l’ouvrant dans le navigateur de cet ordinateur.',
}

/** Why the device manager cannot connect to its server, and the remedy. */
export const PROBLEM_SENTENCES = { en: ENGLISH, fr: FRENCH } as const
