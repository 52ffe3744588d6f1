// Without the web fonts of the default theme: pages use the fonts of the reader's system.
import "./style.css";

export { default } from "vitepress/theme-without-fonts";
