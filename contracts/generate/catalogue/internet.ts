import { companyOf } from "./company.ts";
import { type Domain, type ValueContext, slugOf } from "./domain.ts";
import { personOf } from "./person.ts";

const files = ["offer", "contract", "invoice", "meter-reading", "site-plan", "confirmation", "price-list"];
const paths = ["offers", "help", "account", "welcome", "contact", "news"];

/** Email address of the object's person. Hosts of example.com are reserved (RFC 2606). */
function email(making: ValueContext): string[] {
  const { first, last } = personOf(making);
  return [slugOf(`${first} ${last}`, "."), slugOf(first)].map((name) => `${name || "somebody"}@example.com`);
}

const mailbox =
  (name: string) =>
  (making: ValueContext): string[] => [`${name}@${companyOf(making).host}`, `${name}@example.com`];
const website = (making: ValueContext): string => `https://${companyOf(making).host}`;
const page = (making: ValueContext): string =>
  `https://www.example.com/${making.ownDraw().pick(paths)}/${making.ownDraw().between(1000, 9999)}`;
const fileName = (making: ValueContext): string =>
  `${making.ownDraw().pick(files)}-${new Date(making.time).getUTCFullYear()}-${making.ownDraw().between(100, 999)}.pdf`;
const download = (making: ValueContext): string => `https://files.example.com/${fileName(making)}`;
const image = (making: ValueContext): string =>
  `https://images.example.com/${making.ownDraw().between(1000, 9999)}.png`;
const ipv4 = (making: ValueContext): string => `192.0.2.${making.ownDraw().between(1, 254)}`;
const ipv6 = (making: ValueContext): string => `2001:db8::${making.ownDraw().between(1, 0xffff).toString(16)}`;

const emails = {
  "email, e mail, mail, email address, login email": email,
  "support email, help email": mailbox("support"),
  "sender email, reply to, from address, from email, no reply": mailbox("service"),
  "billing email, invoice email": mailbox("billing"),
};
const urls = {
  "url, link, href, uri, web address": page,
  "website, homepage, home page": website,
  "image, image url, avatar, avatar url, logo, logo url, picture, photo, thumbnail, thumbnail url, icon url": image,
  "download url, file url, attachment url, document url": download,
  "webhook url, callback url, callback, endpoint url, target url": (making: ValueContext) =>
    `https://hooks.example.com/${making.ownDraw().between(1000, 9999)}`,
  "tracking url, tracking link": (making: ValueContext) =>
    `https://parcels.example.com/${making.ownDraw().between(1e6, 9e6)}`,
  "font url": () => "https://fonts.example.com/sans.woff2",
};

export const internet: Domain = {
  texts: {
    ...emails,
    ...urls,
    "recipient, .to, .cc, .bcc": email,
    "ip, ip address, remote address": ipv4,
    // Reserved for documentation (RFC 7042).
    "mac, mac address": (making) => `00:00:5e:00:53:${making.ownDraw().between(16, 255).toString(16)}`,
    "user agent": () => "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
    "file name, filename, file.name, attachment name, document.name": fileName,
    "mime type, content type, media type, mimetype": () => ["application/pdf", "text/html"],
    "version, semver, app version": (making) => making.ownDraw().faker.system.semver(),
    "color, colour, .accent, .primary, .secondary, .background, colors.text, colors.error": (making) =>
      making.ownDraw().faker.color.rgb(),
    "commit, commit sha, sha": (making) => making.ownDraw().faker.git.commitSha(),
    "font, font family": () => ["Source Sans, sans-serif", "sans-serif"],
  },
  formats: {
    email: { ...emails, "*": email },
    uri: { ...urls, "*": page },
    ipv4: { "*": ipv4 },
    ipv6: { "*": ipv6 },
  },
  numbers: {
    "size, size bytes, file size, bytes, content length": (making) => making.ownDraw().between(12_000, 2_400_000),
    width: () => [1280, 12],
    height: () => [720, 8],
    port: () => 443,
    "took ms, duration ms, latency ms, elapsed ms, took": (making) => making.ownDraw().between(3, 240),
  },
};
