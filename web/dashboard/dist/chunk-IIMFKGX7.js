import{B as t}from"./chunk-V74GXTW7.js";function i(){let{data:r=[]}=t("/banks",{query:{all:"true"}});return e=>r.find(n=>n.code===e||n.nip_code===e)?.name??e}export{i as a};
