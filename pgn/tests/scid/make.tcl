# Makes the databases of this folder anew: base4 with Scid 4, base5 with Scid 5, which has chess960.
#
#     tkscid make.tcl     # of Scid 4.7.4
#     scid make.tcl       # of Scid 5.0.2: the program that cmake builds, which runs scripts
#
# games.pgn is in UTF-8, its last game in Latin-1, of which Scid makes UTF-8. The sixth game is marked as deleted.
file delete {*}[glob -nocomplain base[string index [sc_info version] 0].s*]
if {[string match 4* [sc_info version]]} {
    sc_base create base4
    set id [sc_base current]
    sc_base import $id games.pgn
} else {
    set id [sc_base create SCID5 base5]
    sc_base import $id games.pgn
    sc_base import $id chess960.pgn
}
sc_base gameflag $id 6 set D
sc_base close $id
